import { describe, expect, it } from 'vitest'
import { canExecute, failureText, idle, nextExecution } from './execution-state.ts'

const started = nextExecution(idle, { type: 'started', at: 1000 })
const job = {
  id: 'b0f5d5f2-3c58-4f0e-8df1-1a2f36f6e9f1',
  updated_at: 0,
  error: '',
  error_position: null,
  result: null,
  query_result_id: null,
} as const
const failure = (status: number, body: unknown, message: string | null = 'Refused.') => failureText({ status, message, body })

describe('a run that fails', () => {
  it('has the error message of the request, without a position in the query text', () => {
    expect(nextExecution(started, { type: 'failed', failure: { status: 500, message: 'Out of memory', body: null } })).toEqual({
      status: 'failed',
      error: 'Out of memory',
      position: null,
    })
  })

  it('has an unknown reason if its job has finished without a result', () => {
    const done = nextExecution(started, { type: 'job', job: { ...job, status: 3 }, rows: 0, ahead: 0, explanation: null })
    expect(done).toEqual({ status: 'failed', error: 'unknown error occurred. Please try again later.', position: null })
    const failed = nextExecution(started, { type: 'job', job: { ...job, status: 4 }, rows: 0, ahead: 0, explanation: null })
    expect(failed).toEqual({ status: 'failed', error: 'unknown error occurred. Please try again later.', position: null })
  })

  it('can be reset to no run', () => {
    expect(nextExecution(started, { type: 'forgotten' })).toEqual({ status: 'idle' })
  })

  it('cannot be cancelled after its end', () => {
    expect(nextExecution(idle, { type: 'cancelling' })).toBe(idle)
  })
})

describe('the error message of a failed request', () => {
  it('is that of its job if the run was refused, and that of the response otherwise', () => {
    const body = { job: { error: 'You may not run this.' } }
    expect([failure(400, body), failure(403, body), failure(500, body), failure(404, body)]).toEqual([
      'You may not run this.',
      'You may not run this.',
      'Refused.',
      'Refused.',
    ])
  })

  it.each([null, 'text', 5, {}, { job: null }, { job: 'x' }, { job: {} }, { job: { error: '' } }, { job: { error: 7 } }])(
    'is that of the response if it has no job with an error: %j',
    (body) => {
      expect(failure(400, body)).toBe('Refused.')
    },
  )

  it('says that the reason is unknown without a message, and that there is no connection without a response', () => {
    expect([failure(500, null, null), failure(500, null, ''), failure(0, null)]).toEqual([
      'unknown error occurred. Please try again later.',
      'unknown error occurred. Please try again later.',
      'failed communicating with server. Please check your Internet connection and try again.',
    ])
  })
})

describe('the Execute button', () => {
  const ready = {
    text: 'select 1',
    hasDataSource: true,
    isRunning: false,
    pendingCount: 0,
    isSafe: true,
    isSaved: true,
    mayExecute: true,
    isViewOnly: false,
  }
  it('can be pressed if nothing prevents it', () => {
    expect(canExecute(ready)).toBe(true)
    for (const against of [
      { text: ' \n' },
      { hasDataSource: false },
      { isRunning: true },
      { pendingCount: 1 },
      { mayExecute: false, isSaved: false },
    ])
      expect(canExecute({ ...ready, ...against }), JSON.stringify(against)).toBe(false)
  })
})
