import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { type ChartTheme, paper } from '../echarts/theme.ts'
import type { TooltipContent } from '../echarts/tooltip.ts'
import { type Sample, sampleData, sampleFormats } from '../samples.ts'
import { needs } from './needs.ts'
import type { Stage } from './option/option.ts'
import { optionOf } from './option/option-of.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import type { PreparedChart } from './prepared.ts'

export const theme: ChartTheme = { ...paper, font: 'Inter' }

export const textColumn = (name: string, type: ColumnType = 'string') => ({
  name,
  type,
  source_type: '',
})
export const sales: Pick<Sample, 'columns' | 'rows'> = {
  columns: [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'float'), textColumn('note')],
  rows: [
    ['Jan', 10, 1.5, 'cold'],
    ['Feb', 30, 2, 'warm'],
  ] satisfies Cell[][],
}
export const mapping = { month: 'x', sold: 'y' }

/** Builds the ECharts option of a chart of the sales, or of the given data. */
export function draw(
  stored: Record<string, unknown>,
  given: Partial<Sample> &
    Partial<Pick<Stage, 'width' | 'height' | 'zoom' | 'formats'>> & { hidden?: string[]; dark?: boolean } = {},
) {
  const options = ChartOptions.parse({ columnMapping: mapping, sortX: false, ...stored })
  const sample: Sample = { title: 'Sales', options: {}, total: null, ...sales, ...given }
  const data = sampleData(sample, needs(options, sample.columns))
  if (data.kind !== 'columns') throw new Error('A chart needs columns.')
  const chart = prepare(data, options, given.formats ?? sampleFormats)
  let tooltip: TooltipContent | null = null
  const stage: Omit<Stage, 'renderTooltip'> = {
    options,
    formats: given.formats ?? sampleFormats,
    theme: { ...theme, scheme: given.dark ? 'dark' : 'light' },
    width: given.width ?? 1000,
    height: given.height ?? 400,
    hidden: new Set(given.hidden),
    zoom: given.zoom ?? null,
  }
  // The option only passes the element on, so the tests check its content.
  const renderTooltip = (content: TooltipContent) => {
    tooltip = content
    return Object.create(null)
  }
  const option = chart.kind === 'nothing' || chart.kind === 'custom' ? null : optionOf(chart, { ...stage, renderTooltip })
  return { chart, options, option, plain: JSON.parse(JSON.stringify(option)), tooltip: () => tooltip }
}

export const renderable = (chart: PreparedChart) => {
  if (chart.kind === 'nothing' || chart.kind === 'custom') throw new Error('Nothing is drawn.')
  return chart
}

/** Returns the tooltip for the given marks, by series and index; a negative index misses. */
export function hover(option: ReturnType<typeof draw>['option'], ...hits: number[]) {
  const tooltip = Array.isArray(option?.tooltip) ? option.tooltip[0] : option?.tooltip
  if (typeof tooltip?.formatter !== 'function') throw new Error('There is no tooltip.')
  const write = tooltip.formatter as (params: { seriesIndex: number; dataIndex: number }[]) => unknown
  write(hits.flatMap((dataIndex, seriesIndex) => (dataIndex < 0 ? [] : [{ seriesIndex, dataIndex }])))
}
