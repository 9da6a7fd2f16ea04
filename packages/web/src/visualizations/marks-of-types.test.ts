import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import * as boxplot from './boxplot/prepare.ts'
import * as calendar from './calendar/prepare.ts'
import * as candlestick from './candlestick/prepare.ts'
import { prepare as prepareCohort } from './cohort/prepare.ts'
import { stepValues } from './flow-data.ts'
import { prepare as prepareFunnel } from './funnel/prepare.ts'
import * as histogram from './histogram/prepare.ts'
import * as map from './map/prepare.ts'
import { conditionsOfMark } from './picked-mark.ts'
import { markOfCell } from './pivot/mark.ts'
import { prepare as preparePivot } from './pivot/prepare.ts'
import { visualizationOf } from './registry.ts'
import { column, sampleFormats as formats, sampleData } from './samples.ts'
import * as sankey from './sankey/prepare.ts'
import { pickedOf as pickedSegment, prepare as prepareRings } from './sunburst/prepare.ts'
import { prepare as prepareTiles } from './treemap/prepare.ts'
import type { PickedMark, ResultData } from './visualization.ts'
import * as waterfall from './waterfall/prepare.ts'
import { prepare as prepareWords } from './word-cloud/prepare.ts'

const columns = [
  column('land', 'string'),
  column('town', 'string'),
  column('day', 'date'),
  column('stage', 'integer'),
  column('total', 'integer'),
  column('value', 'float'),
]
const rows: Cell[][] = [
  ['CH', 'Chur', '2025-01-01', 0, 9, 1.5],
  ['CH', 'Bern', '2025-01-01', 1, 9, 2.25],
  ['CH', 'Bern', '2025-01-02', 0, 4, 4],
  ['FR', 'Lyon', '2025-01-02', 1, 4, 8],
  ['FR', null, '2025-02-03', 0, 7, 16.5],
  ['FR', 'Chur', '2025-02-03', 1, 7, 1.5],
]
const place = (name: string) => columns.findIndex((one) => one.name === name)

/** The values of the rows that meet the conditions of a mark, as the server finds them. */
function valuesBehind(mark: PickedMark | null | undefined, name = 'value'): Cell[] {
  if (!mark) throw new Error('There is no mark.')
  const conditions = conditionsOfMark(mark)
  return rows
    .filter((row) => conditions.every((one) => meets(row[place(one.column)] ?? null, one)))
    .map((row) => row[place(name)] ?? null)
}

function meets(cell: Cell, { kind, values }: Condition): boolean {
  const [value = null] = values
  const isEmpty = cell === null
  switch (kind) {
    case 'is':
      return values.includes(cell)
    case 'is_not':
      return !values.includes(cell)
    case 'contains':
      return !isEmpty && String(cell).toLowerCase().includes(String(value).toLowerCase())
    case 'min':
      return !isEmpty && cell >= (value ?? '')
    case 'max':
      return !isEmpty && cell <= (value ?? '')
    case 'below':
      return !isEmpty && cell < (value ?? '')
    case 'empty':
      return isEmpty
    case 'not_empty':
      return !isEmpty
  }
}

const sum = (cells: readonly Cell[]) => cells.reduce<number>((all, cell) => all + Number(cell), 0)

/** The options of a type and the data that it asks for. */
function drawn<Options>(type: string, stored: object, only = columns): { options: Options; data: ResultData } {
  const known = visualizationOf(type)
  if (known === null) throw new Error(`There is no type ${type}.`)
  const options = known.options.parse(stored)
  const kept = only.map(({ name }) => place(name))
  const shown = rows.map((row) => kept.map((at) => row[at] ?? null))
  const data = sampleData(
    { title: '', options: {}, columns: only, rows: shown, total: null },
    known.needs(options, only, formats),
  )
  return { options: options as Options, data }
}

function ofKind<Kind extends ResultData['kind']>(data: ResultData, kind: Kind): Extract<ResultData, { kind: Kind }> {
  if (data.kind !== kind) throw new Error(`The data are ${data.kind}.`)
  return data as Extract<ResultData, { kind: Kind }>
}

function found<Prepared extends { kind: string }>(prepared: Prepared): Exclude<Prepared, { kind: 'nothing' }> {
  if (prepared.kind === 'nothing') throw new Error(JSON.stringify(prepared))
  return prepared as Exclude<Prepared, { kind: 'nothing' }>
}

describe('the rows behind a mark are those it was drawn from', () => {
  it('in a histogram, whose ranges do not contain their upper end (OPEN-244)', () => {
    const { options, data } = drawn<Parameters<typeof histogram.prepare>[1]>('HISTOGRAM', { column: 'value', bins: 5 })
    const groups = ofKind(data, 'groups')
    const bars = found(histogram.prepare(groups, options, formats))
    const marks = histogram.marksOf(bars, groups.columns, options)
    expect(marks.map((mark) => valuesBehind(mark).length)).toEqual(bars.bars.map(({ count }) => count))
    expect(histogram.marksOf(bars, [column('value', 'string')], options)).toEqual([])
  })

  it('in a histogram whose bars add up, also those below its range (OPEN-482)', () => {
    const stored = { column: 'value', bins: 5, cumulative: true, rangeMin: 2 }
    const { options, data } = drawn<Parameters<typeof histogram.prepare>[1]>('HISTOGRAM', stored)
    const groups = ofKind(data, 'groups')
    const bars = found(histogram.prepare(groups, options, formats))
    const marks = histogram.marksOf(bars, groups.columns, options)
    expect(marks.map((mark) => valuesBehind(mark).length)).toEqual(bars.bars.map(({ height }) => height))
  })

  it('in a waterfall, whose last total has all rows (OPEN-244, OPEN-482)', () => {
    const { options, data } = drawn<Parameters<typeof waterfall.prepare>[1]>('WATERFALL', {
      stepColumn: 'day',
      valueColumn: 'value',
    })
    const marks = waterfall.marksOf(found(waterfall.prepare(ofKind(data, 'columns'), options, formats)), options)
    expect(valuesBehind(marks[0])).toEqual([1.5, 2.25])
    expect(valuesBehind(marks.at(-1))).toHaveLength(rows.length)
  })

  it('on a day of a calendar, and at the time of a candle (OPEN-244)', () => {
    const days = drawn<Parameters<typeof calendar.prepare>[1]>('CALENDAR', { dateColumn: 'day', valueColumn: 'value' })
    const shown = found(calendar.prepare(ofKind(days.data, 'groups'), days.options, formats))
    expect(calendar.marksOf(shown, days.options).map((mark) => sum(valuesBehind(mark)))).toEqual(
      shown.days.map(({ value }) => value),
    )
    const prices = { openColumn: 'stage', highColumn: 'total', lowColumn: 'stage', closeColumn: 'value' }
    const candles = drawn<Parameters<typeof candlestick.prepare>[1]>('CANDLESTICK', { timeColumn: 'day', ...prices })
    const [first] = candlestick.marksOf(
      found(candlestick.prepare(ofKind(candles.data, 'columns'), candles.options, formats)),
      candles.options,
    )
    expect(valuesBehind(first)).toEqual([1.5, 2.25])
  })

  it('in a tile of a treemap, on each of its levels (OPEN-244)', () => {
    const { options, data } = drawn<Parameters<typeof prepareTiles>[1]>('TREEMAP', {
      levels: ['land', 'town'],
      sizeColumn: 'value',
    })
    for (const path of [[], ['FR']]) {
      const { tiles } = found(prepareTiles(ofKind(data, 'groups'), options, formats, path))
      expect(tiles.map(({ mark }) => sum(valuesBehind(mark)))).toEqual(tiles.map(({ value }) => value))
    }
  })

  it('in a step of a funnel and in a cell of a cohort (OPEN-244)', () => {
    const steps = drawn<Parameters<typeof prepareFunnel>[1]>('FUNNEL', {
      stepCol: { colName: 'town' },
      valueCol: { colName: 'value' },
    })
    const funnel = found(prepareFunnel(ofKind(steps.data, 'columns'), steps.options, formats))
    expect(funnel.steps.map(({ mark }) => valuesBehind(mark, 'town')[0])).toEqual([
      null,
      'Lyon',
      'Bern',
      'Bern',
      'Chur',
      'Chur',
    ])
    const named = {
      dateColumn: 'day',
      stageColumn: 'stage',
      totalColumn: 'total',
      valueColumn: 'value',
      timeInterval: 'monthly',
    }
    for (const mode of ['diagonal', 'simple']) {
      const { options, data } = drawn<Parameters<typeof prepareCohort>[1]>('COHORT', { ...named, mode, percentValues: false })
      const cohort = found(prepareCohort(ofKind(data, 'groups'), options, formats, 'light'))
      const cells = cohort.rows.flatMap(({ cells: own }) => own).filter(({ mark }) => mark !== null)
      expect(cells.map(({ mark }) => sum(valuesBehind(mark)))).toEqual(cells.map(({ text }) => Number(text)))
    }
  })

  it('in a cell and in the totals of a pivot table, without the values that are left out (OPEN-244)', () => {
    const { options, data } = drawn<Parameters<typeof preparePivot>[1]>('PIVOT', {
      rows: ['land'],
      cols: ['town'],
      aggregatorName: 'Count',
      valueFilter: { town: { Bern: true } },
    })
    const pivot = found(preparePivot(ofKind(data, 'groups'), options, formats))
    const count = (row: number | null, at: number | null) => valuesBehind(markOfCell(pivot, row, at)).length
    pivot.cells.forEach((line, row) => {
      expect(line.map((_, at) => count(row, at))).toEqual(line.map(Number))
      expect(count(row, null)).toBe(Number(pivot.rows[row]?.total))
    })
    expect(count(null, null)).toBe(Number(pivot.total))
  })

  it('in the nodes, links and exits of a Sankey diagram and the rings of a sunburst (OPEN-244)', () => {
    const steps = columns.filter(({ name }) => ['land', 'town', 'value'].includes(name))
    const { data } = drawn('SANKEY', {}, steps)
    const valueAt = stepValues(ofKind(data, 'groups'), formats)
    if (valueAt === null) throw new Error('The steps have no values.')
    const node = (stage: number, name: string, isExit = false) => ({
      name,
      isExit,
      stage,
      value: 0,
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    })
    const behind = (mark: Parameters<typeof sankey.pickedOf>[0]) => valuesBehind(sankey.pickedOf(mark, valueAt))
    expect(behind({ kind: 'node', node: node(1, 'Chur') })).toEqual([1.5, 1.5])
    expect(behind({ kind: 'node', node: node(1, 'Exit', true) })).toEqual([16.5])
    const link = { value: 0, sourceY: 0, targetY: 0, thickness: 0, source: node(0, 'FR') }
    expect(behind({ kind: 'link', link: { ...link, target: node(1, 'Chur') } })).toEqual([1.5])
    expect(behind({ kind: 'link', link: { ...link, target: node(1, 'Exit', true) } })).toEqual([16.5])
    const rings = found(prepareRings(ofKind(drawn('SUNBURST_SEQUENCE', {}, steps).data, 'groups'), formats))
    expect(rings.segments.map((segment) => sum(valuesBehind(pickedSegment(segment, valueAt))))).toEqual(
      rings.segments.map(({ value }) => value),
    )
  })

  it('with a word of a cloud, with an outlier or within a box, and at the place of a marker (OPEN-244)', () => {
    const words = drawn<Parameters<typeof prepareWords>[1]>('WORD_CLOUD', { column: 'town' })
    const cloud = found(prepareWords(ofKind(words.data, 'groups'), words.options, formats))
    expect(cloud.marks.map((mark) => valuesBehind(mark).length)).toEqual(cloud.words.map(({ count }) => count))
    const box = {
      name: 'value',
      isNumeric: true,
      low: 1,
      q1: 2,
      median: 3,
      q3: 8,
      high: 9,
      count: 6,
      outliers: [],
      outlierCount: 0,
    }
    expect(valuesBehind(boxplot.pickedBox(box))).toEqual([2.25, 4, 8])
    expect(valuesBehind(boxplot.pickedOutlier(box, 16.5))).toEqual([16.5])
    expect(boxplot.pickedBox({ ...box, isNumeric: false })).toBeNull()
    const places = drawn<Parameters<typeof map.prepare>[1]>('MAP', {
      latColName: 'stage',
      lonColName: 'total',
      classify: 'land',
    })
    expect(valuesBehind(map.pickedMarker(ofKind(places.data, 'columns'), places.options, 3))).toEqual([8])
  })
})
