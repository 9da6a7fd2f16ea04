import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { ProcessLost } from '../process-lost.ts'
import { limitBytes } from './byte-limit.ts'
import { failureOf } from './failure.ts'

it('answers a call whose executor process was lost with one sentence instead of an internal error (OPEN-293)', () => {
  const call = { method: 'POST', url: '/api/uploads', request_id: '1', hasBegun: true, isGone: false, language: 'en' as const }
  const error = new ProcessLost('The process that ran the query ended unexpectedly (signal SIGKILL).')
  expect(failureOf(error, pino({ enabled: false }), call)).toEqual({
    status: 503,
    body: { code: 'process_lost', message: 'The process that worked on this ended unexpectedly. Please try again.' },
  })
})

it('logs nothing about an upload whose caller has disconnected before it was read', async () => {
  const gone = new Readable({ read() {} })
  gone.destroy()
  const error = await buffer(limitBytes(gone, 1000)).catch((cause: unknown) => cause)
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const call = { method: 'POST', url: '/api/uploads', request_id: '1', hasBegun: false, isGone: true, language: 'en' as const }
  expect(failureOf(error, log, call)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(lines).toEqual([])
})
