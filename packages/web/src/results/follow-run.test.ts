import type { Job } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { ApiError, UNREACHABLE } from '../api/error.ts'
import { followJob, type JobProgress, withRetries } from './follow-run.ts'
import type { JobClient } from './job-client.ts'
import { sessionReader } from './result-reader.ts'

const job = (status: Job['status'], fields: Partial<Job> = {}): Job => ({
  id: 'b0f5d5f2-3c58-4f0e-8df1-1a2f36f6e9f1',
  updated_at: 0,
  status,
  error: '',
  error_position: null,
  result: null,
  query_result_id: status === 3 ? 7 : null,
  ...fields,
})

/** A client without pushed events, which returns the given jobs one after the other. */
function pollingClient(answers: Job[]) {
  const waits: number[] = []
  const client: JobClient = {
    reader: sessionReader,
    getJob: () => Promise.resolve(answers.shift() ?? job(3)),
    listen: () => Promise.resolve(null),
    sleep: (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
  return { client, waits }
}

const signal = () => new AbortController().signal

describe('followJob', () => {
  it('polls until there is a result (EXEC-11)', async () => {
    const { client, waits } = pollingClient([job(1), job(2), job(3)])
    const progress: JobProgress[] = []
    const end = await followJob(job(1), client, (each) => progress.push(each), signal())
    expect(end).toMatchObject({ status: 3, query_result_id: 7 })
    expect(waits).toHaveLength(3)
    expect(progress.map((each) => each.type === 'job' && each.job.status)).toEqual([1, 1, 2])
  })

  it('polls every 500 ms, and every 3000 ms after the 10th time (EXEC-13)', async () => {
    const { client, waits } = pollingClient(Array.from({ length: 12 }, () => job(2)))
    await followJob(job(1), client, () => {}, signal())
    expect(waits.slice(0, 12)).toEqual([...Array.from({ length: 10 }, () => 500), 3000, 3000])
  })

  it('does not poll while events are pushed', async () => {
    const { client, waits } = pollingClient([])
    const progress: JobProgress[] = []
    const listen: JobClient['listen'] = (_, onEvent) => {
      onEvent({ type: 'state', job: job(2), elapsed: 20, rows: 4096, ahead: 0, explanation: null })
      onEvent({ type: 'rows', columns: [], rows: [[1]] })
      return Promise.resolve(job(3))
    }
    const end = await followJob(job(1), { ...client, listen }, (each) => progress.push(each), signal())
    expect(end.status).toBe(3)
    expect(waits).toEqual([])
    expect(progress).toContainEqual(expect.objectContaining({ type: 'job', rows: 4096 }))
    expect(progress).toContainEqual({ type: 'rows', columns: [], rows: [[1]] })
  })

  it('polls after the event stream breaks before the end', async () => {
    const { client, waits } = pollingClient([job(4, { error: 'no such table' })])
    const end = await followJob(job(2), client, () => {}, signal())
    expect(end).toMatchObject({ status: 4, error: 'no such table' })
    expect(waits).toEqual([500])
  })

  it('retries after a short network outage, and fails after a long one (EXEC-11, EXEC-33)', async () => {
    const { client, waits } = pollingClient([job(3)])
    const lost = (times: number): JobClient['getJob'] => {
      let left = times
      return (...args) => (left-- > 0 ? Promise.reject(new ApiError(0, null, UNREACHABLE, null)) : client.getJob(...args))
    }
    expect((await followJob(job(2), { ...client, getJob: lost(2) }, () => {}, signal())).status).toBe(3)
    expect(waits).toEqual([500, 1000, 2000])
    await expect(followJob(job(2), { ...client, getJob: lost(9) }, () => {}, signal())).rejects.toThrow(UNREACHABLE)
    const refused = () => Promise.reject(new ApiError(403, null, 'Not yours.', null))
    waits.length = 0
    await expect(followJob(job(2), { ...client, getJob: refused }, () => {}, signal())).rejects.toThrow('Not yours.')
    expect(waits).toEqual([500])
  })

  it('sends no request for a job that has already ended', async () => {
    const { client, waits } = pollingClient([])
    expect((await followJob(job(3), client, () => {}, signal())).status).toBe(3)
    expect(waits).toEqual([])
  })
})

describe('withRetries', () => {
  const failing = (times: number) => {
    let left = times
    return () => (left-- > 0 ? Promise.reject(new Error('gone')) : Promise.resolve('rows'))
  }
  const run = async (times: number, isWorthRetrying = true) => {
    const waits: number[] = []
    const sleep = (milliseconds: number) => {
      waits.push(milliseconds)
      return Promise.resolve()
    }
    const outcome = await withRetries(failing(times), () => isWorthRetrying, sleep).catch((error: Error) => error.message)
    return { outcome, waits }
  }

  it('retries up to 3 times, after 1, 2 and 4 seconds (EXEC-16)', async () => {
    expect(await run(2)).toEqual({ outcome: 'rows', waits: [1000, 2000] })
    expect(await run(4)).toEqual({ outcome: 'gone', waits: [1000, 2000, 4000] })
  })

  it('does not retry an error that is not worth retrying', async () => {
    expect(await run(1, false)).toEqual({ outcome: 'gone', waits: [] })
  })
})
