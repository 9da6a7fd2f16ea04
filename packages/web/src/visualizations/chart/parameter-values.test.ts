import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { ChartOptions } from './options.ts'
import { withParameters } from './parameter-values.ts'
import { draw, renderable, textColumn } from './testing.ts'

const definitions = [
  { name: 'target', type: 'number' },
  { name: 'launch', title: 'Start of sales', type: 'date' },
  { name: 'period', type: 'date-range' },
  { name: 'town', type: 'text' },
]
const values = { target: 120, launch: '2026-02-10', period: { start: '2026-03-01', end: '2026-03-31' }, town: '7' }
const columns = [textColumn('month', 'date'), textColumn('sales', 'integer')]
const rows = [
  ['2026-02-01', 100],
  ['2026-03-01', 150],
  ['2026-04-01', 90],
]

/** The chart of a run with these values. */
function chartOf(stored: object, given: Record<string, unknown> = values) {
  const base = { globalSeriesType: 'line', columnMapping: { month: 'x', sales: 'y' }, ...stored }
  const options = withParameters(ChartOptions.parse(base), runParameters(definitions, given))
  const { chart, plain } = draw(options, { columns, rows })
  const series: { id: string; data: number[][] }[] = plain.series
  return {
    options,
    note: renderable(chart).note,
    words: inWords('Sales', renderable(chart), options, sampleFormats),
    previous: series.find(({ id }) => / previous$/.test(id))?.data.map(([, y]) => y) ?? null,
  }
}
const at = (parameter: string | null, more: object = {}) => ({ referenceLines: [{ kind: 'parameter', parameter, ...more }] })

describe('a reference line at a parameter', () => {
  it('stands at the number of the run, with the title of the parameter unless it has a label (CHART-71)', () => {
    expect(chartOf(at('target')).words).toContain('Reference lines: Target 120.')
    expect(chartOf(at('target', { label: 'Goal' }), { target: '130.5' }).words).toContain('Reference lines: Goal 130.5.')
  })

  it('stands on the x axis at a date, and is a band for a range (CHART-71)', () => {
    expect(chartOf(at('launch')).options).toMatchObject({
      referenceLines: [],
      annotations: [{ x: '2026-02-10', to: '', label: 'Start of sales' }],
    })
    expect(chartOf(at('period', { color: '#123456' })).options.annotations).toMatchObject([
      { x: '2026-03-01', to: '2026-03-31', label: 'Period', color: '#123456' },
    ])
    expect(chartOf(at('launch')).words).toContain('Start of sales')
  })

  it('is missing if the parameter is unknown, has another type or no value, whatever number was typed before (CHART-71)', () => {
    for (const name of ['gone', 'town', null]) expect(chartOf(at(name, { value: 5 })).words).not.toContain('Reference')
    const { options, words } = chartOf(
      { referenceLines: ['target', 'launch', 'period'].map((parameter) => ({ kind: 'parameter', parameter })) },
      {},
    )
    expect(words).not.toContain('Reference')
    expect(options.annotations).toEqual([])
  })

  it('leaves other charts as they are (CHART-71)', () => {
    const options = ChartOptions.parse({ referenceLines: [{ kind: 'value', value: 3 }] })
    expect(withParameters(options, runParameters(definitions, values))).toBe(options)
  })
})

describe('earlier values by the length of a range', () => {
  const stored = { compareUnit: 'range', compareParameter: 'period' }

  it('are those of the previous period, which is a month earlier for whole months (PARAM-74)', () => {
    expect(chartOf(stored)).toMatchObject({ previous: [null, 100, 150], note: 'dashed: previous month' })
    expect(chartOf(stored, { period: { start: '2026-02-02', end: '2026-03-01' } })).toMatchObject({
      previous: [null, 100, null],
      note: 'dashed: 28 days earlier',
    })
  })

  it('are none without the range, and a note says why (PARAM-74)', () => {
    const note = 'no earlier values, because the length of the period is unknown'
    expect(chartOf(stored, {})).toMatchObject({ previous: null, note })
    expect(chartOf({ ...stored, compareParameter: 'target' })).toMatchObject({ previous: null, note })
  })
})
