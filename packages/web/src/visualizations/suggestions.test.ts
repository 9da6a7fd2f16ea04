import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { MAX_SUGGESTIONS, suggestions } from './suggestions.ts'

const column = (name: string, type: SourceColumn['type']): SourceColumn => ({
  name,
  type,
  source_type: '',
})
const kindsOf = (columns: SourceColumn[], rows: Cell[][]) => suggestions(columns, rows).map(({ kind }) => kind)
const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10))

describe('the charts that are offered after a run', () => {
  it('begin with the chart that fits best, under a name that says what it shows (OPEN-220)', () => {
    const [first] = suggestions(
      [column('day', 'date'), column('flights', 'integer')],
      days.map((day, at) => [day, at * 10]),
    )
    expect(first).toMatchObject({ type: 'CHART', kind: 'Line', name: 'Flights by Day' })
    expect(first?.options).toMatchObject({ globalSeriesType: 'line', columnMapping: { day: 'x', flights: 'y' } })
  })

  it('have no more bars or slices than can be told apart, and no slices of negative values (OPEN-220)', () => {
    const columns = [column('shop', 'string'), column('sold', 'integer')]
    const few: Cell[][] = [
      ['a', 3],
      ['b', 2],
      ['c', null],
    ]
    expect(kindsOf(columns, few)).toEqual(expect.arrayContaining(['Bar', 'Pie']))
    expect(kindsOf(columns, [...few, ['d', -1]])).not.toContain('Pie')
    const many = Array.from({ length: 80 }, (_, at): Cell[] => [`shop ${at}`, at])
    expect(kindsOf(columns, many)).not.toContain('Pie')
    expect(kindsOf(columns, many)).not.toContain('Bar')
  })

  it('show two numbers as points, and two groups with a number as cells (OPEN-220)', () => {
    const points = Array.from({ length: 30 }, (_, at): Cell[] => [(at * 7) % 13, (at * 5) % 11])
    expect(kindsOf([column('weight', 'float'), column('length', 'float')], points)).toContain('Scatter')
    const cells = Array.from({ length: 28 }, (_, at): Cell[] => [`day ${at % 7}`, `shift ${Math.floor(at / 7)}`, at])
    expect(kindsOf([column('day', 'string'), column('shift', 'string'), column('delay', 'integer')], cells)).toContain(
      'Heatmap',
    )
  })

  it('draw no years, ids or postal codes as amounts (OPEN-220)', () => {
    const cars = Array.from({ length: 12 }, (_, at): Cell[] => [
      `car ${at}`,
      1970 + at,
      ['USA', 'Japan'][at % 2] ?? null,
      at * 3,
    ])
    const columns = [column('name', 'string'), column('year', 'integer'), column('origin', 'string')]
    expect(kindsOf(columns, cars)).not.toEqual(expect.arrayContaining(['Bar']))
    expect(kindsOf(columns, cars)).not.toEqual(expect.arrayContaining(['Heatmap']))
    const [first] = suggestions([...columns, column('sold', 'integer')], cars)
    expect(first?.options).toMatchObject({ columnMapping: { sold: 'y' } })
    // A column of counts may end in the same word.
    const perYear = suggestions(
      [column('town', 'string'), column('visitors_per_year', 'integer')],
      cars.map(([name, , , n]) => [name ?? null, n ?? null]),
    )
    expect(perYear[0]?.options).toMatchObject({ columnMapping: { visitors_per_year: 'y' } })
  })

  it('combine repeated rows under a title that says so, or leave the chart out (OPEN-672)', () => {
    const sold = [column('day', 'date'), column('sold', 'integer')]
    const [daily] = suggestions(
      sold,
      days.flatMap((day, at) => [
        [day, at],
        [day, 2 * at],
      ]),
    )
    expect(daily).toMatchObject({ name: 'Sum of Sold by Day', options: { aggregation: 'sum' } })
    // Further rows of a result in no order may have the same days.
    const shuffled = days.map((_, at): Cell[] => [days[(at * 7) % 60] ?? null, at])
    expect(suggestions(sold, shuffled)[0]).toMatchObject({ name: 'Sum of Sold by Day', options: { aggregation: 'sum' } })

    const events = [column('at', 'datetime'), column('sold', 'integer')]
    const at = (minutes: number) => new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString()
    const uneven = Array.from({ length: 60 }, (_, n): Cell[] => [at(n * n * n), n])
    expect(kindsOf(events, uneven)).not.toContain('Line')
    const hourly = Array.from({ length: 60 }, (_, n): Cell[] => [at(n * 60), n])
    expect(kindsOf(events, hourly)).toContain('Line')

    const cells = Array.from({ length: 28 }, (_, n): Cell[] => [`day ${n % 7}`, `shift ${n % 2}`, n])
    const perShift = [column('day', 'string'), column('shift', 'string'), column('delay', 'integer')]
    expect(kindsOf(perShift, cells)).not.toContain('Heatmap')
    const shops = ['a', 'b', 'a'].map((shop, n): Cell[] => [shop, n + 1])
    const perShop = [column('shop', 'string'), column('sold', 'integer')]
    expect(kindsOf(perShop, shops)).not.toContain('Pie')
    expect(suggestions(perShop, shops)[0]).toMatchObject({ name: 'Sum of Sold by Shop' })
  })

  it('are counters for the numbers of a single row (OPEN-220)', () => {
    const found = suggestions(
      [column('flights', 'integer'), column('state', 'string'), column('share', 'float')],
      [[12, 'x', 0.5]],
    )
    expect(found.filter(({ type }) => type === 'COUNTER').map(({ options }) => options.counterLabel)).toEqual([
      'Flights',
      'Share',
    ])
  })

  it('are each named after the number that they show, if they are counters (OPEN-312)', () => {
    const found = suggestions([column('flights', 'integer'), column('avg_delay', 'float')], [[12, 0.5]])
    expect(found.map(({ name }) => name)).toEqual(['Flights', 'Avg Delay'])
  })

  it('leave out columns without any value (OPEN-312)', () => {
    const columns = [column('day', 'date'), column('lost', 'integer'), column('found', 'integer')]
    expect(
      suggestions(
        columns,
        days.map(() => [null, null, null]),
      ),
    ).toEqual([])
    const [first] = suggestions(
      columns,
      days.map((day, at) => [day, null, at]),
    )
    expect(first?.options).toMatchObject({ columnMapping: { day: 'x', found: 'y' } })
  })

  it('show how many numbers there are of each size, the days of a calendar, and parts within groups (OPEN-247)', () => {
    const sold = [column('day', 'date'), column('sold', 'integer')]
    expect(
      kindsOf(
        sold,
        days.map((day, at) => [day, (at * 37) % 60]),
      ),
    ).toEqual(expect.arrayContaining(['Histogram', 'Calendar']))
    // Too few rows, and days that are far apart.
    expect(
      kindsOf(
        sold,
        days.slice(0, 19).map((day, at) => [day, at]),
      ),
    ).not.toContain('Histogram')
    const months = Array.from({ length: 30 }, (_, at): Cell[] => [new Date(Date.UTC(2020, at)).toISOString().slice(0, 10), at])
    expect(kindsOf(sold, months)).not.toContain('Calendar')
    const towns = [column('land', 'string'), column('town', 'string'), column('people', 'integer')]
    const nested = Array.from({ length: 8 }, (_, at): Cell[] => [`land ${at % 3}`, `town ${at}`, at + 1])
    expect(kindsOf(towns, nested)).toContain('Treemap')
    expect(kindsOf(towns, [...nested, ['land 0', 'town 1', 2]])).not.toContain('Treemap')
    expect(kindsOf(towns, [...nested, ['land 0', 'town 9', -2]])).not.toContain('Treemap')
  })

  it('are at most four different ones, and none for a result without numbers or rows (OPEN-220)', () => {
    const columns = [column('day', 'date'), column('shop', 'string'), column('sold', 'integer'), column('left', 'integer')]
    const rows = days.flatMap((day, at) => ['a', 'b'].map((shop): Cell[] => [day, shop, at, 60 - at]))
    const found = suggestions(columns, rows)
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThanOrEqual(MAX_SUGGESTIONS)
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
    expect(suggestions([column('name', 'string')], [['a'], ['b']])).toEqual([])
    expect(suggestions(columns, [])).toEqual([])
    expect(suggestions([], [])).toEqual([])
    const wide = Array.from({ length: 5000 }, (_, at) => column(`c${at}`, 'integer'))
    expect(suggestions(wide, [wide.map((_, at) => at)])).toHaveLength(MAX_SUGGESTIONS)
  })
})
