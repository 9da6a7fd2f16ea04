import type { Job } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import {
  canExecute,
  type Execution,
  failureText,
  idle,
  nextExecution,
  pollDelay,
  retryDelay,
  whyNotAllowed,
} from './execution-state.ts'

const job = (fields: Partial<Job>): Job => ({
  id: 'b0f5d5f2-3c58-4f0e-8df1-1a2f36f6e9f1',
  updated_at: 0,
  status: 1,
  error: '',
  error_position: null,
  result: null,
  query_result_id: null,
  ...fields,
})
const withJob = (now: Execution, fields: Partial<Job>, rows = 0, ahead = 0) =>
  nextExecution(now, { type: 'job', job: job(fields), rows, ahead, explanation: null })
const started = nextExecution(idle, { type: 'started', at: 1000 })

describe('a run', () => {
  it('is waiting from its start', () => {
    expect(started).toEqual({
      status: 'waiting',
      startedAt: 1000,
      jobId: null,
      isCancelling: false,
      explanation: null,
      ahead: 0,
    })
  })

  it('is waiting at 1, processing at 2, loading its result at 3, failed at 4 (EXEC-09)', () => {
    expect(withJob(started, { status: 1 }, 0, 2)).toMatchObject({ status: 'waiting', ahead: 2 })
    expect(withJob(started, { status: 2 }, 48_210)).toMatchObject({ status: 'processing', rows: 48_210, startedAt: 1000 })
    expect(withJob(started, { status: 3, query_result_id: 7 })).toMatchObject({ status: 'loading-result', resultId: 7 })
    expect(withJob(started, { status: 4, error: 'no such table' }).status).toBe('failed')
  })

  it('never decreases its number of rows', () => {
    expect(withJob(withJob(started, { status: 2 }, 500), { status: 2 }, 0)).toMatchObject({ rows: 500 })
  })

  it('is done when its result has loaded (EXEC-14)', () => {
    const loading = withJob(started, { status: 3, query_result_id: 7 })
    expect(nextExecution(loading, { type: 'result', resultId: 7 })).toEqual({ status: 'done', resultId: 7 })
  })

  it('fails with the error of its job and has no data (EXEC-15, EXEC-29)', () => {
    expect(withJob(started, { status: 4, error: 'no such table: orders', error_position: 15 })).toEqual({
      status: 'failed',
      error: 'no such table: orders',
      position: 15,
    })
  })

  it('stays cancelling until the server reports its end', () => {
    const cancelling = nextExecution(withJob(started, { status: 2 }), { type: 'cancelling' })
    expect(withJob(cancelling, { status: 2 })).toMatchObject({ status: 'processing', isCancelling: true })
    expect(withJob(cancelling, { status: 4, error: 'Query cancelled by user.' }).status).toBe('failed')
  })

  it('can be cancelled again if the request failed (EXEC-21)', () => {
    const cancelling = nextExecution(withJob(started, { status: 2 }), { type: 'cancelling' })
    expect(nextExecution(cancelling, { type: 'cancelling failed' })).toMatchObject({
      status: 'processing',
      isCancelling: false,
    })
    const done: Execution = { status: 'done', resultId: 7 }
    expect(nextExecution(done, { type: 'cancelling failed' })).toBe(done)
  })

  it('ignores late events', () => {
    const done: Execution = { status: 'done', resultId: 7 }
    expect(withJob(done, { status: 2 })).toBe(done)
  })
})

describe('a request that failed', () => {
  const refused = { job: { status: 4, error: 'You do not have permission to run queries with this data source.' } }

  it.each([400, 403])('takes the reason from the job in a response with status %i (EXEC-30)', (status) => {
    expect(failureText({ status, message: null, body: refused })).toBe(refused.job.error)
  })

  it("otherwise fails with the server's message (EXEC-31)", () => {
    expect(failureText({ status: 500, message: 'Internal Server Error', body: null })).toBe('Internal Server Error')
  })

  it('says that the reason is unknown if there is no message (EXEC-32)', () => {
    expect(failureText({ status: 502, message: null, body: '<html>' })).toBe('unknown error occurred. Please try again later.')
  })

  it('distinguishes a lost connection from an error response (EXEC-33)', () => {
    expect(failureText({ status: 0, message: null, body: null })).toBe(
      'failed communicating with server. Please check your Internet connection and try again.',
    )
  })
})

describe('waiting for a job', () => {
  it('polls every 500 ms, and every 3000 ms after the 10th time (EXEC-13)', () => {
    expect([0, 1, 9].map(pollDelay)).toEqual([500, 500, 500])
    expect([10, 11, 500].map(pollDelay)).toEqual([3000, 3000, 3000])
  })

  it('retries to load a result after 1, 2 and 4 seconds (EXEC-16)', () => {
    expect([0, 1, 2].map(retryDelay)).toEqual([1000, 2000, 4000])
  })
})

describe('the Execute button', () => {
  const allowed = {
    text: 'SELECT 1',
    hasDataSource: true,
    isRunning: false,
    pendingCount: 0,
    isSafe: false,
    isSaved: false,
    mayExecute: true,
    isViewOnly: false,
  }

  it('requires a query text (EXEC-01)', () => {
    expect(canExecute(allowed)).toBe(true)
    expect(canExecute({ ...allowed, text: ' \n' })).toBe(false)
  })

  it('is disabled while there are pending parameter values (EXEC-02)', () => {
    expect(canExecute({ ...allowed, pendingCount: 1 })).toBe(false)
  })

  it('is enabled for a safe saved query without any further permission (EXEC-03)', () => {
    const safe = { ...allowed, isSafe: true, isSaved: true, mayExecute: false, isViewOnly: true }
    expect(canExecute(safe)).toBe(true)
    expect(canExecute({ ...safe, isSaved: false })).toBe(false)
  })

  it('requires execute_query and full access to the data source for any other query (EXEC-04)', () => {
    expect(canExecute({ ...allowed, mayExecute: false })).toBe(false)
    expect(canExecute({ ...allowed, isViewOnly: true })).toBe(false)
  })

  it('shows the reason if the user may not run the query (EXEC-03, EXEC-04)', () => {
    expect(whyNotAllowed(allowed)).toBeNull()
    const viewOnly = { ...allowed, isViewOnly: true }
    const source = 'On a data source that you may only view'
    expect(whyNotAllowed({ ...viewOnly, isSafe: false, isSaved: true })).toBe(
      `${source}, a query with text parameters cannot be run.`,
    )
    expect(whyNotAllowed({ ...viewOnly, isSafe: true, isSaved: false })).toBe(
      `${source}, a query can be run only as it is saved.`,
    )
    expect(whyNotAllowed({ ...viewOnly, isSafe: false, isSaved: false })).toBe(
      `${source}, only saved queries without text parameters can be run.`,
    )
    expect(whyNotAllowed({ ...viewOnly, isSafe: true, isSaved: true })).toBeNull()
    expect(whyNotAllowed({ ...allowed, mayExecute: false, isSafe: true, isSaved: false })).toBe(
      'Without the permission to execute queries, a query can be run only as it is saved.',
    )
  })

  it('is disabled while a run is in progress', () => {
    expect(canExecute({ ...allowed, isRunning: true })).toBe(false)
  })
})
