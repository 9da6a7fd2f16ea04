import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { asDigits, asDouble, asInt64, asText, column, everything, filled, useResultFiles } from '../../testing/result-files.ts'
import type { EarlierValues, Window } from './results.ts'

const files = useResultFiles()

const [N, TOWN, AT] = [0, 1, 2]

/** Writes rows of a number, a town and a time, and reads the earlier values of their numbers. */
async function earlierOf(
  rows: readonly (readonly [n: number | null, town: string, at: string | null])[],
  value: Omit<EarlierValues['values'][number], 'column'>,
  window: Partial<Window> = {},
): Promise<Cell[]> {
  const stored = await files.store([
    filled(
      column('n', 'double', 'float'),
      asDouble,
      rows.map(([n]) => n),
    ),
    filled(
      column('town', 'text', 'string'),
      asText,
      rows.map(([, town]) => town),
    ),
    // Some sources send times as texts.
    filled(
      column('at', 'text', 'datetime'),
      asText,
      rows.map(([, , at]) => at),
    ),
  ])
  const earlier = { values: [{ ...value, column: N }], timeZone: 'UTC' }
  const { rows: read } = await files.results.window(stored, { ...everything, ...window, earlier })
  return read.map((row) => row[3] ?? null)
}

const microseconds = (time: string) => BigInt(Date.parse(time)) * 1000n

const byRow = { step: 'row', time: null, group: null } as const
const step = (name: 'time' | 'month' | 'year', group: number | null = null) => ({ step: name, time: AT, group })

describe('the value of the row above', () => {
  const rows = [
    [1, 'Bern', null],
    [2, 'Oslo', null],
    [null, 'Bern', null],
    [4, 'Bern', null],
  ] as const

  it('is that in the order of the result, and none for the first row and below a row without one (OPEN-251)', async () => {
    expect(await earlierOf(rows, byRow)).toEqual([null, 1, 2, null])
  })

  it('stays the same in other orders, pages and filters (OPEN-251)', async () => {
    expect(await earlierOf(rows, byRow, { sort: [{ column: N, descending: true }] })).toEqual([null, 1, null, 2])
    expect(await earlierOf(rows, byRow, { offset: 2, limit: 1 })).toEqual([2])
    expect(await earlierOf(rows, byRow, { filters: [{ column: TOWN, one_of: ['Oslo'] }] })).toEqual([1])
  })

  it('is that of the same group, if there is one (OPEN-251)', async () => {
    expect(await earlierOf(rows, { ...byRow, group: TOWN })).toEqual([null, null, 1, null])
  })

  it('keeps all digits (OPEN-251)', async () => {
    const stored = await files.store([filled(column('n', 'number_text'), asDigits, ['9007199254740993', '2'])])
    const earlier = { values: [{ ...byRow, column: 0 }], timeZone: 'UTC' }
    expect((await files.results.window(stored, { ...everything, earlier })).rows[1]).toEqual([2, '9007199254740993'])
  })
})

describe('the value at an earlier time', () => {
  it('is that of the time before, whatever the order of the rows, and none if several rows have that time (OPEN-251)', async () => {
    const rows = [
      [30, 'Bern', '2026-03-01'],
      [10, 'Bern', '2026-01-01'],
      [20, 'Bern', '2026-02-01'],
      [1, 'Oslo', '2026-02-01'],
      [5, 'Oslo', null],
    ] as const
    expect(await earlierOf(rows, step('time'))).toEqual([null, null, 10, 10, null])
    expect(await earlierOf(rows, step('time', TOWN))).toEqual([20, null, 10, null, null])
  })

  it('is that of the same day one month or one year earlier, not of the nearest one (OPEN-251)', async () => {
    const rows = [
      [1, '', '2025-03-30'],
      [2, '', '2026-02-28'],
      [3, '', '2026-03-28'],
      [4, '', '2026-03-30'],
    ] as const
    expect(await earlierOf(rows, step('month'))).toEqual([null, null, 2, null])
    expect(await earlierOf(rows, step('year'))).toEqual([null, null, null, 1])
  })

  it('is that of the last day of the month before, if all times are last days (OPEN-251)', async () => {
    const rows = [
      [1, '', '2026-01-31'],
      [2, '', '2026-02-28'],
      [3, '', '2026-03-31'],
    ] as const
    expect(await earlierOf(rows, step('month'))).toEqual([null, 1, 2])
  })

  it('is found in the calendar of the time zone (OPEN-251)', async () => {
    const stored = await files.store([
      filled(column('n', 'double', 'float'), asDouble, [1, 2]),
      filled(column('at', 'instant', 'datetime'), asInt64, [
        microseconds('2026-02-28T23:00:00Z'),
        microseconds('2026-03-31T22:00:00Z'),
      ]),
    ])
    const read = async (timeZone: string) => {
      const earlier = { values: [{ step: 'month' as const, column: 0, time: 1, group: null }], timeZone }
      return (await files.results.window(stored, { ...everything, earlier })).rows.map((row) => row[2])
    }
    expect(await read('Europe/Berlin')).toEqual([null, 1])
    expect(await read('UTC')).toEqual([null, null])
    await expect(read('Mars/Base')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('needs a column of dates or times (OPEN-251)', async () => {
    const asked = earlierOf([[1, 'Bern', null]], { step: 'time', time: TOWN, group: null })
    await expect(asked).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
