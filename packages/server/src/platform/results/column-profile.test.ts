import { describe, expect, it } from 'vitest'
import { days, digits, numbers, texts, whole } from '../../testing/filled-columns.ts'
import { asBoolean, asInt64, column, type Filled, filled, useResultFiles } from '../../testing/result-files.ts'
import type { ProfileRequest } from './results.ts'

const files = useResultFiles()

async function profileOf(x: Filled, ask: Partial<ProfileRequest> = {}, ...others: Filled[]) {
  const stored = await files.store([x, ...others])
  return files.results.profile(stored, { column: 0, search: '', searchColumns: null, filters: [], ...ask })
}

const times = (...values: (bigint | null)[]) => filled(column('x', 'instant', 'datetime'), asInt64, values)
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

describe('the profile of a column (OPEN-206)', () => {
  it('counts nulls and different values, and has the ends, the mean and the median of numbers', async () => {
    expect(await profileOf(numbers(1, 2, 2, 10, null))).toMatchObject({
      ...{ rows: 5, nulls: 1, distinct: 3, min: 1, max: 10, mean: 3.75, median: 2 },
      frequent: [
        { value: 2, count: 2 },
        { value: 1, count: 1 },
        { value: 10, count: 1 },
      ],
    })
  })

  it('counts what a cell shows as empty, such as NaN, as null', async () => {
    expect(await profileOf(numbers(Number.NaN, Number.POSITIVE_INFINITY, 3))).toMatchObject({
      ...{ rows: 3, nulls: 2, distinct: 1, min: 3, max: 3, mean: 3, histogram: [1] },
    })
  })

  it('has a histogram of twenty equal ranges, in which each value is counted once', async () => {
    const { histogram } = await profileOf(numbers(...Array.from({ length: 1001 }, (_, at) => at / 10)))
    expect(histogram).toHaveLength(20)
    expect(sum(histogram)).toBe(1001)
    expect([histogram[0], histogram[19]]).toEqual([50, 51])
    const far = await profileOf(numbers(-1.7e308, 1.7e308))
    expect([far.histogram, far.min, far.max]).toEqual([[], -1.7e308, 1.7e308])
  })

  it('has one bar for each whole number or day if there are few', async () => {
    expect((await profileOf(whole(3, 5, 5, 6))).histogram).toEqual([1, 0, 2, 1])
    expect(await profileOf(days(0, 2, 2, null))).toMatchObject({
      ...{ nulls: 1, distinct: 2, min: '1970-01-01', max: '1970-01-03', mean: null, median: null, histogram: [1, 0, 2] },
    })
    expect((await profileOf(whole(0, 1000))).histogram).toHaveLength(20)
    expect((await profileOf(numbers(0.5, 2.5))).histogram).toHaveLength(20)
  })

  it('has the ends of times, and of numbers that JavaScript cannot hold', async () => {
    const minute = 60_000_000n
    const shown = await profileOf(times(0n, 20n * minute, null))
    expect(shown).toMatchObject({ min: '1970-01-01T00:00:00Z', max: '1970-01-01T00:20:00Z', nulls: 1 })
    expect([shown.histogram[0], sum(shown.histogram)]).toEqual([1, 2])
    const long = digits('12345678901234567890', '1e3', '1000', 'NaN')
    expect(await profileOf(long)).toMatchObject({ min: 1000, max: '12345678901234567890', distinct: 2, nulls: 1 })
    const large = filled(column('x', 'int64', 'integer'), asInt64, [2n ** 53n + 1n, 2n ** 53n + 1n])
    expect(await profileOf(large)).toMatchObject({ min: '9007199254740993', max: '9007199254740993', histogram: [2] })
  })

  it('has neither ends nor a histogram for texts and booleans, but their five most frequent values', async () => {
    const none = { min: null, max: null, mean: null, median: null, histogram: [] }
    expect(await profileOf(texts('b', 'a', 'b', '', null, 'c', 'd', 'e', 'f'))).toMatchObject({
      ...{ ...none, rows: 9, nulls: 1, distinct: 7 },
      frequent: [
        { value: 'b', count: 2 },
        { value: '', count: 1 },
        { value: 'a', count: 1 },
        { value: 'c', count: 1 },
        { value: 'd', count: 1 },
      ],
    })
    const booleans = filled(column('x', 'boolean', 'boolean'), asBoolean, [true, false, true, null])
    expect(await profileOf(booleans)).toMatchObject({ ...none, distinct: 2, frequent: [{ value: true, count: 2 }, {}] })
  })

  it('is empty for no rows and for nulls alone', async () => {
    const empty = { distinct: 0, min: null, max: null, mean: null, median: null, histogram: [], frequent: [] }
    expect(await profileOf(numbers())).toEqual({ ...empty, rows: 0, nulls: 0 })
    expect(await profileOf(texts(null, null))).toEqual({ ...empty, rows: 2, nulls: 2 })
  })

  it('is of the rows that match a search and filters', async () => {
    const names = texts("O'Brien", 'Ada', "O'Brien", 'Zoë')
    const ask = { search: "o'b", searchColumns: [1] }
    expect(await profileOf(whole(1, 2, 3, 4), ask, names)).toMatchObject({ rows: 2, min: 1, max: 3, histogram: [1, 0, 1] })
    const filters = [{ column: 1, none_of: ["O'Brien"] }]
    expect(await profileOf(whole(1, 2, 3, 4), { filters }, names)).toMatchObject({ rows: 2, min: 2, max: 4 })
  })
})
