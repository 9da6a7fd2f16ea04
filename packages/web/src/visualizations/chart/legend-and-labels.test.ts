import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { legendOf, toggled } from './legend.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

group('the legend', () => {
  const many = { columnMapping: { month: 'x', sold: 'y', left: 'y' } }
  const pie = { globalSeriesType: 'pie' }
  const legend = (stored: Record<string, unknown>, width: number) => {
    const { chart, options } = draw(stored)
    return legendOf(renderable(chart), options, sampleFormats, 'light', width)
  }

  it('is shown or hidden (CHART-15)', () => {
    expect(legend(many, 900)?.entries.map(({ name }) => name)).toEqual(['sold', 'left'])
    expect(legend({ ...many, legend: { enabled: false } }, 900)).toBeNull()
  })

  it('is horizontal up to a width of 600 (CHART-16)', () => {
    expect(legend(pie, 601)?.placement).toBe('right')
    expect(legend(pie, 600)?.placement).toBe('below')
    expect(legend({ ...many, globalSeriesType: 'line' }, 600)?.placement).toBe('below')
  })

  it('is replaced by names at the line ends for up to six lines', () => {
    expect(legend({ ...many, globalSeriesType: 'line' }, 900)).toBeNull()
    expect(legend({ ...many, globalSeriesType: 'line', legend: { placement: 'below' } }, 900)?.placement).toBe('below')
  })

  it('lists the shares of a single pie', () => {
    expect(legend(pie, 900)?.entries).toMatchObject([
      { name: 'Feb', detail: '75%' },
      { name: 'Jan', detail: '25%' },
    ])
  })

  it('lists shares with the same number of decimals (OPEN-194)', () => {
    const rows: Cell[][] = [
      ['Action', 246],
      ['Horror', 50],
      ['Drama', 704],
    ]
    const films = { columns: [textColumn('genre'), textColumn('films', 'integer')], rows }
    const { chart, options } = draw({ ...pie, columnMapping: { genre: 'x', films: 'y' }, percentFormat: '0[.]0%' }, films)
    const details = legendOf(renderable(chart), options, sampleFormats, 'light', 900)?.entries.map(({ detail }) => detail)
    expect(details).toEqual(['70.4%', '24.6%', '5.0%'])
  })

  it('toggles one entry, or all others', () => {
    const keys = ['a', 'b', 'c']
    const none = new Set<string>()
    expect([...toggled(none, keys, 'b', false)]).toEqual(['b'])
    expect([...toggled(new Set(['b']), keys, 'b', false)]).toEqual([])
    expect([...toggled(none, keys, 'b', true)]).toEqual(['a', 'c'])
    expect([...toggled(new Set(['a', 'c']), keys, 'b', true)]).toEqual([])
  })

  it('hides series in the chart', () => {
    expect(draw(many, { hidden: ['sold'] }).plain.legend.selected).toEqual({ sold: false, left: true })
  })
})

group('labels', () => {
  const labelsIn = (stored: Record<string, unknown>) => {
    const { option } = draw(stored)
    const [series] = option && Array.isArray(option.series) ? option.series : []
    const label = series?.type === 'bar' ? series.label : undefined
    if (!label || typeof label.formatter !== 'function') throw new Error('There are no labels.')
    const write = label.formatter as (params: { dataIndex: number }) => string
    return { isShown: label.show, texts: [0, 1].map((dataIndex) => write({ dataIndex })) }
  }

  it('are shown if they are enabled (CHART-24)', () => {
    expect(labelsIn({ showDataLabels: true })).toEqual({ isShown: true, texts: ['10', '30'] })
    expect(draw({}).plain.series[0].label.show).toBe(false)
  })

  it('use the number and percent formats (CHART-25, CHART-26)', () => {
    expect(labelsIn({ showDataLabels: true, numberFormat: '0.00' }).texts).toEqual(['10.00', '30.00'])
    const percent = {
      showDataLabels: true,
      columnMapping: { month: 'x', sold: 'y', left: 'y' },
      series: { percentValues: true },
      percentFormat: '0.0%',
    }
    expect(labelsIn(percent).texts).toEqual(['87.0% (10)', '93.8% (30)'])
  })

  it('use a template (CHART-28)', () => {
    const texts = labelsIn({
      showDataLabels: true,
      textFormat: '{{ @@name }} {{ @@x }}: {{ @@y }} ({{ note }}) {{ nobody }}',
    }).texts
    expect(texts).toEqual(['sold Jan: 10 (cold) {{ nobody }}', 'sold Feb: 30 (warm) {{ nobody }}'])
  })

  it('write dates in the chosen format (CHART-27)', () => {
    const dated = {
      columns: [textColumn('month', 'date'), textColumn('sold', 'integer')],
      rows: [['2025-07-01', 10]] satisfies Cell[][],
    }
    const { option, tooltip } = draw({ dateTimeFormat: 'MMM YYYY' }, dated)
    hover(option, 0, 0)
    expect(tooltip()).toMatchObject({ title: 'Jul 2025' })
    const plain = draw({}, dated)
    hover(plain.option, 0, 0)
    expect(plain.tooltip()).toMatchObject({ title: '2025-07-01' })
  })
})

group('the tooltip', () => {
  it('lists lines from top to bottom, and stacks from their top layer', () => {
    const columnMapping = { month: 'x', left: 'y', sold: 'y' }
    const lines = draw({ globalSeriesType: 'line', columnMapping })
    hover(lines.option, 1, 1)
    expect(lines.tooltip()).toEqual({
      title: 'Feb',
      rows: [
        { color: '#3E5EDB', name: 'sold', value: '30' },
        { color: '#D74E3D', name: 'left', value: '2.0' },
      ],
      more: 0,
    })
    const stack = draw({ columnMapping, series: { stacking: 'stack' } })
    hover(stack.option, 1, 1)
    expect(stack.tooltip()).toMatchObject({ rows: [{ name: 'Total' }, { name: 'left' }, { name: 'sold' }] })
  })
})
