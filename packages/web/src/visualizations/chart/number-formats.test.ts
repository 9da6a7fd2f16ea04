import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { unitInterval } from './option/unit-ticks.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('took', 'integer'), textColumn('rate', 'float')]
const rows = [
  ['Jan', 1_200_000, 3900, 0.05],
  ['Feb', 3_400_000, 7200, 0.125],
]
const mixed = {
  globalSeriesType: 'line',
  columnMapping: { month: 'x', sold: 'y', took: 'y', rate: 'y' },
  yAxis: [{ numberFormat: '0.0[K]' }, { numberFormat: '0.0%' }],
  seriesOptions: { took: { numberFormat: '[seconds]' }, rate: { yAxis: 1 } },
}

/** The ticks of a value axis with these values. */
function ticks(option: ReturnType<typeof draw>['option'], axis: number, ...values: number[]) {
  const { axisLabel } = [option?.yAxis ?? []].flat()[axis] ?? {}
  if (typeof axisLabel?.formatter !== 'function') throw new Error('The axis has no labels.')
  const write = axisLabel.formatter as (value: number) => string
  return values.map(write)
}

describe('number formats of axes and series', () => {
  const drawn = draw(mixed, { columns, rows })
  const chart = renderable(drawn.chart)

  it('are those of the series, else of its axis, in tooltips (CHART-65)', () => {
    hover(drawn.option, 0, 0, 0)
    expect(drawn.tooltip()?.rows.map(({ name, value }) => [name, value])).toEqual([
      ['sold', '1.2M'],
      ['took', '1h 05m'],
      ['rate', '5.0%'],
    ])
  })

  it('are those of the axis on its labels (CHART-65)', () => {
    expect(ticks(drawn.option, 0, 0, 1500, 2_000_000)).toEqual(['0.0', '1.5K', '2.0M'])
    expect(ticks(drawn.option, 1, 0.05)).toEqual(['5.0%'])
  })

  it('leave axes without a format as they are, whatever the format of the chart (CHART-65)', () => {
    const { option } = draw({ globalSeriesType: 'line', numberFormat: '$0,0.00' })
    expect(ticks(option, 0, 20)).toEqual(['20'])
    hover(option, 0)
    const plain = draw({ globalSeriesType: 'line', numberFormat: '$0,0.00', seriesOptions: { sold: { numberFormat: '' } } })
    hover(plain.option, 0)
    expect(plain.tooltip()?.rows[0]?.value).toBe('$10.00')
  })

  it('apply to the table and the description (CHART-65)', () => {
    const { rows: lines } = tableOf(chart, drawn.options, sampleFormats)
    expect(lines.map((line) => line.at(-1))).toEqual(['1.2M', '3.4M', '1h 05m', '2h', '5.0%', '12.5%'])
    expect(inWords('Sales', chart, drawn.options, sampleFormats)).toContain(
      'Values of sold from 1.2M to 3.4M, values of took from 1h 05m to 2h, values of rate from 5.0% to 12.5%.',
    )
  })

  it('apply to reference lines on the axis (CHART-65)', () => {
    const referenceLines = [
      { kind: 'value', value: 2_000_000, label: 'Target' },
      { kind: 'band', yAxis: 1, value: 0.05, to: 0.1 },
    ]
    const lined = draw({ ...mixed, referenceLines }, { columns, rows })
    expect(inWords('Sales', renderable(lined.chart), lined.options, sampleFormats)).toContain(
      'Reference lines: Target 2.0M, 5.0%–10.0%.',
    )
  })

  it('apply to data labels, and to the total of a stack if all layers share one (CHART-65)', () => {
    const stacked = {
      globalSeriesType: 'column',
      columnMapping: { month: 'x', sold: 'y', took: 'y' },
      series: { stacking: 'stack' },
      yAxis: [{ numberFormat: '€0,0' }],
      showDataLabels: true,
    }
    const { option, tooltip, plain } = draw(stacked, { columns, rows })
    hover(option, 0, 0)
    expect(tooltip()?.rows[0]).toMatchObject({ name: 'Total', value: '€1,203,900' })
    expect(plain.series).toHaveLength(2)
    const [bars] = [option?.series ?? []].flat()
    const formatter = bars?.label && 'formatter' in bars.label ? bars.label.formatter : null
    expect(typeof formatter === 'function' ? formatter({ dataIndex: 0 } as never) : null).toBe('€1,200,000')
  })

  it('of shares are those of the values beside them, while the axis keeps percentages (CHART-65)', () => {
    const shares = {
      globalSeriesType: 'column',
      columnMapping: { month: 'x', sold: 'y', took: 'y' },
      series: { stacking: 'stack', percentValues: true },
      yAxis: [{ numberFormat: '0.0[K]' }],
    }
    const { option, tooltip } = draw(shares, { columns, rows })
    expect(ticks(option, 0, 50)).toEqual(['50%'])
    hover(option, 0, -1)
    expect(tooltip()?.rows[0]?.value).toBe('99.68% (1.2M)')
  })

  it('of durations put the ticks on round times (CHART-65)', () => {
    const took = { ...mixed, columnMapping: { month: 'x', took: 'y' }, yAxis: [{ numberFormat: '[seconds]' }] }
    expect(draw(took, { columns, rows }).plain.yAxis[0]).toMatchObject({ interval: 1800 })
    const bound = { ...took, yAxis: [{ numberFormat: '[seconds]', rangeMax: 5000 }] }
    expect(draw(bound, { columns, rows }).plain.yAxis[0].interval).toBeUndefined()
    expect(unitInterval('[milliseconds]', 40, 4)).toBe(10)
    expect(unitInterval('0.0 ib', 5_000_000, 5)).toBe(2 ** 20)
    expect(unitInterval('0.0 b', 5_000_000, 5)).toBeNull()
    expect(unitInterval('[seconds]', 0, 5)).toBeNull()
  })

  it('of whole numbers never write one tick twice (CHART-65)', () => {
    const whole = { globalSeriesType: 'line', yAxis: [{ numberFormat: '0,0' }] }
    expect(draw(whole).plain.yAxis[0]).toMatchObject({ minInterval: 1 })
    const leastStep = (stored: object) => draw({ globalSeriesType: 'column', ...stored }).plain.yAxis[0].minInterval
    expect([leastStep({ aggregation: 'count' }), leastStep({ aggregation: 'sum' })]).toEqual([1, undefined])
    expect(leastStep({ aggregation: 'count', series: { stacking: 'stack', percentValues: true } })).toBeUndefined()
  })

  it('that cannot be read are ignored (CHART-65)', () => {
    const { tooltip, option } = draw({ globalSeriesType: 'line', yAxis: [{ numberFormat: 7 }] })
    hover(option, 0)
    expect(tooltip()?.rows[0]?.value).toBe('10')
  })
})
