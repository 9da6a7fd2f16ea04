import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { IconChartLine } from '@tabler/icons-react'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { withFont } from '../echarts/with-font.ts'
import { defineVisualization, type Marks } from '../visualization.ts'
import { otherQuery } from './annotation-query.ts'
import { kindOf } from './kinds.ts'
import { needs, problem } from './needs.ts'
import { ChartOptions } from './options.ts'
import { withParameters } from './parameter-values.ts'
import { nameOf, suggest } from './suggest.ts'
import { thumbnails } from './thumbnails.ts'

export default defineVisualization<ChartOptions>({
  type: 'CHART',
  guide: 'charts-and-maps',
  icon: IconChartLine,
  isDeprecated: false,
  options: ChartOptions,
  suggest,
  thumbnails,
  nameOf,
  needs,
  otherQuery,
  withParameters,
  problem,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  marks,
  showsRowsOfMarks: true,
  load: () => withFont(import('./Renderer.tsx')),
  loadEditor: () => import('./Editor.tsx'),
})

/** The marks of a chart; null for a chart that draws none of its own. */
export function marks(options: ChartOptions, columns: readonly SourceColumn[]): Marks | null {
  const kind = kindOf(options.globalSeriesType)
  const { x, series } = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  if (x === null || kind === null || kind === 'custom') return null
  const type = columns.find(({ name }) => name === x)?.type
  const isText = type === 'string' || type === 'boolean'
  // An automatic scale follows from the column.
  const isCategory = options.xAxis.type === 'category' || (options.xAxis.type === '-' && isText)
  return { x, series, areCategories: kind === 'pie' || isCategory }
}
