import type { Job } from '@sightline/contract/executions.ts'
import type { ResultInfo, ResultWindow } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { ApiError, UNREACHABLE } from '../api/error.ts'
import { fitAddress } from './ask-result.ts'
import { followJob, type JobDoors, type JobNews } from './follow-job.ts'
import { resultSource, rowsAtHand, sortText } from './result-source.ts'
import { withRetries } from './retry.ts'

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

/** Doors that push nothing and answer the given jobs one after the other. */
function pollingDoors(answers: Job[]) {
  const waits: number[] = []
  const doors: JobDoors = {
    ask: () => Promise.resolve(answers.shift() ?? job(3)),
    listen: () => Promise.resolve(null),
    sleep: (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
  return { doors, waits }
}

const signal = () => new AbortController().signal

describe('following a job', () => {
  it('asks until there is a result (EXEC-11)', async () => {
    const { doors, waits } = pollingDoors([job(1), job(2), job(3)])
    const news: JobNews[] = []
    const end = await followJob(job(1), doors, (each) => news.push(each), signal())
    expect(end).toMatchObject({ status: 3, query_result_id: 7 })
    expect(waits).toHaveLength(3)
    expect(news.map((each) => each.type === 'job' && each.job.status)).toEqual([1, 1, 2])
  })

  it('asks every 500 ms, and every 3000 ms after the 10th time (EXEC-13)', async () => {
    const { doors, waits } = pollingDoors(Array.from({ length: 12 }, () => job(2)))
    await followJob(job(1), doors, () => {}, signal())
    expect(waits.slice(0, 12)).toEqual([...Array.from({ length: 10 }, () => 500), 3000, 3000])
  })

  it('needs no asking while events are pushed', async () => {
    const { doors, waits } = pollingDoors([])
    const news: JobNews[] = []
    const listen: JobDoors['listen'] = (_, onEvent) => {
      onEvent({ type: 'state', job: job(2), elapsed: 20, rows: 4096, ahead: 0, explanation: null })
      onEvent({ type: 'rows', columns: [], rows: [[1]] })
      return Promise.resolve(job(3))
    }
    const end = await followJob(job(1), { ...doors, listen }, (each) => news.push(each), signal())
    expect(end.status).toBe(3)
    expect(waits).toEqual([])
    expect(news).toContainEqual(expect.objectContaining({ type: 'job', rows: 4096 }))
    expect(news).toContainEqual({ type: 'rows', columns: [], rows: [[1]] })
  })

  it('asks when the connection breaks before the end', async () => {
    const { doors, waits } = pollingDoors([job(4, { error: 'no such table' })])
    const end = await followJob(job(2), doors, () => {}, signal())
    expect(end).toMatchObject({ status: 4, error: 'no such table' })
    expect(waits).toEqual([500])
  })

  it('asks again where the connection is lost for a moment, and gives up where it stays away (EXEC-11, EXEC-33)', async () => {
    const { doors, waits } = pollingDoors([job(3)])
    const lost = (times: number): JobDoors['ask'] => {
      let left = times
      return (...asked) => (left-- > 0 ? Promise.reject(new ApiError(0, null, UNREACHABLE, null)) : doors.ask(...asked))
    }
    expect((await followJob(job(2), { ...doors, ask: lost(2) }, () => {}, signal())).status).toBe(3)
    expect(waits).toEqual([500, 1000, 2000])
    await expect(followJob(job(2), { ...doors, ask: lost(9) }, () => {}, signal())).rejects.toThrow(UNREACHABLE)
    const refused = () => Promise.reject(new ApiError(403, null, 'Not yours.', null))
    waits.length = 0
    await expect(followJob(job(2), { ...doors, ask: refused }, () => {}, signal())).rejects.toThrow('Not yours.')
    expect(waits).toEqual([500])
  })

  it('asks nothing about a job that has already ended', async () => {
    const { doors, waits } = pollingDoors([])
    expect((await followJob(job(3), doors, () => {}, signal())).status).toBe(3)
    expect(waits).toEqual([])
  })
})

describe('loading a result', () => {
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

  it('is retried up to 3 times, after 1, 2 and 4 seconds (EXEC-16)', async () => {
    expect(await run(2)).toEqual({ outcome: 'rows', waits: [1000, 2000] })
    expect(await run(4)).toEqual({ outcome: 'gone', waits: [1000, 2000, 4000] })
  })

  it('is not retried where it was refused', async () => {
    expect(await run(1, false)).toEqual({ outcome: 'gone', waits: [] })
  })
})

describe('the rows of a result', () => {
  const info: ResultInfo = {
    id: 7,
    data_source_id: 1,
    columns: [{ name: 'n', friendly_name: 'n', type: 'integer', source_type: 'int' }],
    row_count: 3,
    size: 100,
    runtime: 0.1,
    timing: { waiting: 1, database: 2, sightline: 3 },
    retrieved_at: '2026-01-01T00:00:00Z',
    metadata: {},
    log: [],
    truncated: null,
  }
  const first: ResultWindow = { result: info, offset: 0, total: 3, rows: [[1], [2], [3]] }

  it('come from the first window where it holds them', async () => {
    const source = resultSource(info, '', first)
    expect(await source.load({ offset: 0, limit: 200, sort: [] }, signal())).toEqual({
      total: 3,
      rows: [[1], [2], [3]],
    })
  })

  it('are other rows when they are searched', () => {
    expect(resultSource(info, 'ada', null).key).not.toBe(resultSource(info, '', null).key)
  })

  it('are sorted by column indexes, a minus for descending', () => {
    expect(sortText([])).toBeUndefined()
    expect(
      sortText([
        { column: 2, descending: false },
        { column: 0, descending: true },
      ]),
    ).toBe('2,-0')
  })

  it('are asked for by the body where the address would get too long (FILTER-08)', () => {
    const filterOf = (count: number, value: string) => [{ column: 0, one_of: Array.from({ length: count }, () => value) }]
    expect(fitAddress([])).toBe(true)
    expect(fitAddress(filterOf(100, 'north'))).toBe(true)
    expect(fitAddress(filterOf(500, 'a value of some length'))).toBe(false)
    // Each sign counts as long as it is in an address.
    expect(fitAddress(filterOf(100, 'größe'))).toBe(true)
    expect(fitAddress(filterOf(100, 'размер'))).toBe(false)
  })

  it('that are at hand are answered in parts', async () => {
    const source = rowsAtHand('live', info.columns, [[1], [2], [3]])
    expect(await source.load({ offset: 1, limit: 1, sort: [] }, signal())).toEqual({ total: 3, rows: [[2]] })
  })
})
