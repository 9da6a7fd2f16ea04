import { t } from '@lingui/core/macro'
import { IconChartCandleFilled } from '@tabler/icons-react'
import { withFont } from '../echarts/with-font.ts'
import { defineVisualization } from '../visualization.ts'
import { CandlestickOptions } from './options.ts'
import { needs, problem, suggest } from './prepare.ts'

export default defineVisualization<CandlestickOptions>({
  type: 'CANDLESTICK',
  guide: 'charts-and-maps',
  icon: IconChartCandleFilled,
  isDeprecated: false,
  options: CandlestickOptions,
  suggest,
  asksFor: t`a column of dates, and columns of numbers named open, high, low and close`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  load: () => withFont(import('./Renderer.tsx')),
  loadEditor: () => import('./Editor.tsx'),
})
