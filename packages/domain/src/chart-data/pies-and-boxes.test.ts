import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { prepareBoxes } from './boxes.ts'
import { preparePies } from './pies.ts'
import { rolesOf } from './roles.ts'
import type { ChartColumn } from './series.ts'

const column = (name: string, type: ChartColumn['type'], ...values: Cell[]): ChartColumn => ({ name, type, values })
const roles = (mapping: Record<string, string>, columns: readonly ChartColumn[]) =>
  rolesOf(
    mapping,
    columns.map(({ name }) => name),
  )

describe('boxes of several series', () => {
  const columns = [
    column('value', 'integer', 5, 1, 3, 9),
    column('day', 'date', '2024-05-02', '2024-05-01', '2024-05-01', null),
    column('kind', 'string', 'x', 'x', 'y', 'z'),
  ]
  const mapping = roles({ day: 'x', kind: 'series', value: 'y' }, columns)
  const settings = {
    series: {},
    xScale: 'auto' as const,
    sortX: true,
    reverseX: false,
    maxSeries: 9,
    timeZone: 'UTC',
    made: null,
  }
  const [first, second] = [Date.UTC(2024, 4, 1), Date.UTC(2024, 4, 2)]

  it('use the scale of the x column, or the requested one', () => {
    expect(prepareBoxes(columns, mapping, settings)).toMatchObject({ scale: 'datetime', xs: [first, second] })
    expect(prepareBoxes(columns, mapping, { ...settings, xScale: 'category' })).toMatchObject({
      scale: 'category',
      xs: ['2024-05-01', '2024-05-02', 'null'],
    })
    expect(prepareBoxes(columns, mapping, { ...settings, sortX: false, reverseX: true }).xs).toEqual([first, second])
  })

  it('are left out beyond the maximum and counted', () => {
    const { series, omitted } = prepareBoxes(columns, mapping, { ...settings, maxSeries: 2, timeZone: 'UTC' })
    expect([series.map(({ key }) => key), omitted]).toEqual([['x', 'y'], 1])
    expect(prepareBoxes(columns, mapping, settings).omitted).toBe(0)
  })

  it('have the name, axis and colour of their series', () => {
    const { series } = prepareBoxes(columns, mapping, {
      ...settings,
      series: { x: { name: 'First', yAxis: 1, color: '#123456' }, y: { name: '', yAxis: 0, color: '' } },
    })
    expect(series.map(({ name, axis, color }) => [name, axis, color])).toEqual([
      ['First', 1, '#123456'],
      ['y', 0, null],
      ['z', 0, null],
    ])
  })

  it('have no x if the date is empty, and refer to the row they came from', () => {
    const { series } = prepareBoxes(columns, mapping, settings)
    expect(series.map(({ boxes }) => boxes.map(({ x, row, count, values }) => [x, row, count, values]))).toEqual([
      [
        [1, 0, 1, [5]],
        [0, 1, 1, [1]],
      ],
      [[0, 2, 1, [3]]],
      [],
    ])
  })

  it('are empty without an x column', () => {
    expect(prepareBoxes(columns, roles({ value: 'y' }, columns), settings)).toMatchObject({
      scale: 'category',
      xs: [],
      series: [],
    })
  })
})

describe('boxes that are computed already', () => {
  const made = [2, 7].map((median) => ({
    low: 1,
    q1: 1,
    median,
    q3: 9,
    high: 9,
    count: 4,
    outlierCount: 0,
    outliers: [],
  }))
  const columns = [column('day', 'string', 'b', 'a'), column('place', 'integer', 1, 0)]
  const settings = { series: {}, xScale: 'auto' as const, sortX: true, reverseX: false, maxSeries: 9, timeZone: 'UTC' }

  it('are taken by their index, without the original numbers', () => {
    const { series } = prepareBoxes(columns, roles({ day: 'x', place: 'y' }, columns), { ...settings, made })
    expect(series[0]?.boxes.map(({ x, median, values, count }) => [x, median, values, count])).toEqual([
      [1, 7, [], 4],
      [0, 2, [], 4],
    ])
  })

  it('cause an error if an index has no box', () => {
    expect(() => prepareBoxes(columns, roles({ day: 'x', place: 'y' }, columns), { ...settings, made: [] })).toThrow(
      'There is no box at this place.',
    )
  })
})

describe('pies of several series', () => {
  const columns = [
    column('fruit', 'string', 'apple', 'pear', 'apple', 'plum', 'fig', 'apple'),
    column('year', 'string', 'a', 'a', 'a', 'a', 'b', 'b'),
    column('sum', 'integer', 4, 3, 2, -1, 5, null),
  ]
  const mapping = roles({ fruit: 'x', year: 'series', sum: 'y' }, columns)
  const settings = { series: {}, isSorted: false, maxPies: 9, maxSlices: 9 }

  it('count the values without a slice, and keep their name', () => {
    const { pies, keys, unshown, omitted } = preparePies(columns, mapping, settings)
    expect(pies.map(({ slices }) => slices.map(({ key, value }) => [key, value]))).toEqual([
      [
        ['apple', 6],
        ['pear', 3],
      ],
      [['fig', 5]],
    ])
    expect([keys, unshown, omitted]).toEqual([['apple', 'pear', 'plum', 'fig'], 2, 0])
  })

  it('are left out beyond the maximum and counted', () => {
    expect(preparePies(columns, mapping, { ...settings, maxPies: 1 })).toMatchObject({ pies: [{ key: 'a' }], omitted: 1 })
  })

  it('have the name of their series', () => {
    const { pies } = preparePies(columns, mapping, { ...settings, series: { a: { name: 'Last year' }, b: { name: '' } } })
    expect(pies.map(({ name }) => name)).toEqual(['Last year', 'b'])
  })

  it('have the slice of all small values last, however large it is, and never for a single value (CHART-50)', () => {
    const many = [column('n', 'string', 'a', 'b', 'c', 'd'), column('v', 'integer', 1, 4, 2, 3)]
    const keysOf = (maxSlices: number) =>
      preparePies(many, roles({ n: 'x', v: 'y' }, many), { ...settings, maxSlices, isSorted: true }).pies[0]?.slices.map(
        ({ key }) => key,
      )
    expect(keysOf(1)).toEqual(['b', '3 others'])
    expect(keysOf(2)).toEqual(['b', 'd', '2 others'])
    expect(keysOf(3)).toEqual(['b', 'd', 'c', 'a'])
  })

  it('have one slice for all small values, and no keys for those', () => {
    const many = [column('n', 'string', 'a', 'b', 'c', 'd'), column('v', 'integer', 1, 4, 2, 3)]
    const { pies, keys } = preparePies(many, roles({ n: 'x', v: 'y' }, many), { ...settings, maxSlices: 2 })
    expect(pies[0]?.slices).toEqual([
      { key: 'b', value: 4, share: 0.4, row: 1 },
      { key: 'd', value: 3, share: 0.3, row: 3 },
      { key: '2 others', value: 3, share: 0.30000000000000004, row: null },
    ])
    expect(keys).toEqual(['b', 'd', '2 others'])
    expect(pies[0]?.rest).toEqual({ merged: [2, 0], others: [1, 3] })
    const all = preparePies(many, roles({ n: 'x', v: 'y' }, many), { ...settings, maxSlices: 4, isSorted: true })
    expect([all.keys, all.pies[0]?.slices.map(({ key }) => key)]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['b', 'd', 'c', 'a'],
    ])
  })
})
