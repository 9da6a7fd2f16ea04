import { describe, expect, it } from 'vitest'
import { days, digits, numbers, texts, whole } from '../../testing/filled-columns.ts'
import { asBoolean, asInt32, asInt64, asText, column, type Filled, filled, useResultFiles } from '../../testing/result-files.ts'
import type { ProfilesRequest } from './results.ts'

const files = useResultFiles()

async function profilesOf(columns: Filled[], ask: Partial<ProfilesRequest> = {}) {
  const stored = await files.store(columns, 20_000)
  const all = columns.map((_, index) => index)
  const rows = { search: '', searchColumns: null, filters: [], timeZone: 'UTC' }
  return files.results.profiles(stored, { columns: all, ...rows, ...ask })
}
const profileOf = async (x: Filled, ask: Partial<ProfilesRequest> = {}) => (await profilesOf([x], ask))[0]

const times = (...values: (string | null)[]) =>
  filled(
    column('x', 'instant', 'datetime'),
    asInt64,
    values.map((text) => (text === null ? null : BigInt(Date.parse(text)) * 1000n)),
  )
const range = <Value>(count: number, make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at))

describe('the brief profile of a column (OPEN-236)', () => {
  it('has bars of equal ranges of numbers without a gap between them', async () => {
    const profile = await profileOf(numbers(...range(1000, (at) => at / 10), null, Number.NaN))
    expect(profile).toMatchObject({ rows: 1002, nulls: 2, distinct: 1000, is_distinct_exact: true, min: 0, max: 99.9 })
    expect(profile?.bars).toHaveLength(20)
    expect(profile?.bars.slice(0, 2)).toEqual([
      { count: 50, min: 0, max: 4.995 },
      { count: 50, min: 4.995000000000001, max: 9.99 },
    ])
    expect(profile?.frequent).toEqual([])
  })

  it('has a bar for each of a few whole numbers, and one for a single value', async () => {
    expect((await profileOf(whole(3, 5, 5, null)))?.bars).toEqual([
      { count: 1, min: 3, max: 3 },
      { count: 0, min: 4, max: 4 },
      { count: 2, min: 5, max: 5 },
    ])
    expect(await profileOf(numbers(7, 7))).toMatchObject({ distinct: 1, bars: [{ count: 2, min: 7, max: 7 }] })
  })

  it('keeps all digits of numbers, and the largest ones apart', async () => {
    const large = filled(column('x', 'int64', 'integer'), asInt64, [2n ** 53n + 1n, 2n ** 53n + 1n])
    expect(await profileOf(large)).toMatchObject({ min: '9007199254740993', max: '9007199254740993' })
    const long = digits('12345678901234567890', '0.5', 'NaN')
    expect(await profileOf(long)).toMatchObject({ nulls: 1, min: 0.5, max: '12345678901234567890' })
    expect((await profileOf(numbers(-1.7e308, 1.7e308)))?.bars.map(({ count }) => count)).toEqual([1, ...range(18, () => 0), 1])
  })

  it('has bars of whole days, weeks, months, quarters or years of dates', async () => {
    const ends = async (...values: number[]) => {
      const bars = (await profileOf(days(...values)))?.bars ?? []
      return [bars.length, bars[0]?.min, bars[0]?.max]
    }
    expect(await ends(0, 2)).toEqual([3, '1970-01-01', '1970-01-01'])
    expect(await ends(0, 100)).toEqual([15, '1969-12-29', '1970-01-04'])
    expect(await ends(0, 364)).toEqual([12, '1970-01-01', '1970-01-31'])
    expect(await ends(-1, 364 * 3)).toEqual([13, '1969-10-01', '1969-12-31'])
    expect(await ends(0, 365 * 100)).toEqual([20, '1970-01-01', '1974-12-31'])
    expect(await profileOf(days(0, 40, 40, null))).toMatchObject({
      ...{ rows: 4, nulls: 1, min: '1970-01-01', max: '1970-02-10' },
    })
    expect((await profileOf(days(0, 3_000_000)))?.bars).toEqual([])
  })

  it('counts instants by the days of a time zone, as a filter by days does', async () => {
    const rows = times('2024-03-30T22:30:00Z', '2024-03-30T23:30:00Z', '2024-04-02T12:00:00Z', null)
    const bars = async (timeZone: string) =>
      (await profileOf(rows, { timeZone }))?.bars.map(({ min, count }) => `${min} ${count}`)
    expect(await bars('UTC')).toEqual(['2024-03-30 2', '2024-03-31 0', '2024-04-01 0', '2024-04-02 1'])
    expect(await bars('Europe/Berlin')).toEqual(['2024-03-30 1', '2024-03-31 1', '2024-04-01 0', '2024-04-02 1'])
    await expect(bars('Nowhere/Land')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('has equal ranges of times within less than two days', async () => {
    const profile = await profileOf(times('2024-03-30T00:00:00Z', '2024-03-30T00:00:30.5Z', '2024-03-31T00:00:00Z'))
    expect(profile?.bars).toHaveLength(20)
    expect(profile?.bars[0]).toEqual({ count: 2, min: '2024-03-30T00:00:00Z', max: '2024-03-30T01:11:59.999Z' })
    expect(profile?.max).toBe('2024-03-31T00:00:00Z')
  })

  it('counts times that are shown alike once, and infinite ones too', async () => {
    const micros = [1_000_001n, 1_000_002n, 2_000_000n, 2n ** 63n - 1n, -(2n ** 63n - 1n), null]
    const rows = filled(column('x', 'timestamp', 'datetime'), asInt64, micros)
    expect(await profileOf(rows)).toMatchObject({
      nulls: 1,
      distinct: 4,
      min: '1970-01-01T00:00:01',
      max: '1970-01-01T00:00:02',
    })
  })

  it('reads dates in texts, and leaves out texts that are none', async () => {
    const rows = filled(column('x', 'text', 'date'), asText, ['2024-01-01', '2024-01-03', 'unknown', null])
    expect(await profileOf(rows)).toMatchObject({ rows: 4, nulls: 1, distinct: 3, min: '2024-01-01', max: '2024-01-03' })
  })

  it('has the most frequent texts and booleans, without very long texts', async () => {
    expect(await profileOf(texts('b', 'a', 'b', '', null, 'x'.repeat(501)))).toEqual({
      ...{ rows: 6, nulls: 1, distinct: 4, is_distinct_exact: true, min: null, max: null, bars: [] },
      frequent: [
        { value: 'b', count: 2 },
        { value: '', count: 1 },
        { value: 'a', count: 1 },
      ],
    })
    const booleans = filled(column('x', 'boolean', 'boolean'), asBoolean, [true, false, true, null])
    expect((await profileOf(booleans))?.frequent).toEqual([
      { value: true, count: 2 },
      { value: false, count: 1 },
    ])
  })

  it('is empty for no rows and for nulls alone', async () => {
    const none = { distinct: 0, is_distinct_exact: true, min: null, max: null, bars: [], frequent: [] }
    expect(await profilesOf([numbers(), texts(), days()])).toEqual(range(3, () => ({ ...none, rows: 0, nulls: 0 })))
    expect(await profilesOf([numbers(null), texts(null), times(null)])).toEqual(
      range(3, () => ({ ...none, rows: 1, nulls: 1 })),
    )
  })

  it('is of the rows that match a search and filters, for several columns in the order of the request', async () => {
    const columns = [whole(1, 2, 3, 4), texts("O'Brien", 'Ada', "O'Brien", 'Zoë')]
    const ask = { columns: [1, 0], search: "o'b", searchColumns: [1] }
    expect(await profilesOf(columns, ask)).toMatchObject([
      { rows: 2, frequent: [{ value: "O'Brien", count: 2 }] },
      { rows: 2, min: 1, max: 3 },
    ])
    expect(await profilesOf(columns, { filters: [{ column: 0, min: 4 }] })).toMatchObject([{ rows: 1 }, { distinct: 1 }])
  })

  it('estimates the number of very many values, and still counts frequent ones exactly', async () => {
    const count = 150_000
    const names = filled(
      column('x', 'text', 'string'),
      asText,
      range(count, (at) => (at % 4 === 0 ? 'often' : at % 10 === 1 ? null : `name ${at}`)),
    )
    const manyNumbers = (of: (at: number) => number) => filled(column('x', 'int32', 'integer'), asInt32, range(count, of))
    const [name, id, few] = await profilesOf([names, manyNumbers((at) => at), manyNumbers((at) => at % 50_000)])
    expect(name).toMatchObject({ is_distinct_exact: false, nulls: 15_000, frequent: [{ value: 'often', count: 37_500 }] })
    expect(Math.abs((name?.distinct ?? 0) / 97_501 - 1)).toBeLessThan(0.06)
    expect(id?.is_distinct_exact).toBe(false)
    expect(Math.abs((id?.distinct ?? 0) / count - 1)).toBeLessThan(0.06)
    expect(few).toMatchObject({ distinct: 50_000, is_distinct_exact: true })
  })

  it('has numbers in texts that are written differently, and empty ones, of many rows', async () => {
    const count = 110_000
    const repeated = range(count, (at) => (at % 5 === 0 ? null : `${at % 1000}.${at % 2 === 0 ? '50' : '5'}`))
    const spelled = range(count, (at) => (at === 7 ? 'NaN' : `${Math.floor(at / 2)}.${at % 2 === 0 ? '1' : '100'}`))
    const [few, many] = await profilesOf([digits(...repeated), digits(...spelled)])
    expect(few).toMatchObject({ rows: count, nulls: count / 5, distinct: 800, is_distinct_exact: true, min: 1.5, max: 999.5 })
    expect(many).toMatchObject({ nulls: 1, min: 0.1, max: 54_999.1 })
    expect(Math.abs((many?.distinct ?? 0) / (count / 2) - 1)).toBeLessThan(0.06)
    expect(few?.bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(count * 0.8)
  })

  it('counts all texts exactly if the first ones are few, even if there are very many', async () => {
    const count = 110_000
    const sorted = range(count, (at) => (at < 30_000 ? null : at < 40_000 ? 'first' : `name ${at}`))
    expect((await profilesOf([texts(...sorted)]))[0]).toMatchObject({
      ...{ rows: count, nulls: 30_000, distinct: 70_001, is_distinct_exact: true },
      frequent: [{ value: 'first', count: 10_000 }, { count: 1 }, { count: 1 }, { count: 1 }, { count: 1 }],
    })
  })
})
