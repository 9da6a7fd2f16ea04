import { pino } from 'pino'
import { expect, it } from 'vitest'
import { ProcessLost } from '../process-lost.ts'
import { failureOf } from './failure.ts'

it('answers a call whose executor process was lost with one sentence instead of an internal error (OPEN-293)', () => {
  const call = { method: 'POST', url: '/api/uploads', request_id: '1', hasBegun: true, isGone: false, language: 'en' as const }
  const error = new ProcessLost('The process that ran the query ended unexpectedly (signal SIGKILL).')
  expect(failureOf(error, pino({ enabled: false }), call)).toEqual({
    status: 503,
    body: { code: 'process_lost', message: 'The process that worked on this ended unexpectedly. Please try again.' },
  })
})
