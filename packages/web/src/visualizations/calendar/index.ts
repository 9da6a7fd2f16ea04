import { t } from '@lingui/core/macro'
import { IconCalendarMonth } from '@tabler/icons-react'
import { withFont } from '../echarts/with-font.ts'
import { defineVisualization } from '../visualization.ts'
import { CalendarOptions } from './options.ts'
import { needs, problem, suggest, thumbnails } from './prepare.ts'

export default defineVisualization<CalendarOptions>({
  type: 'CALENDAR',
  guide: 'charts-and-maps',
  icon: IconCalendarMonth,
  isDeprecated: false,
  options: CalendarOptions,
  suggest,
  asksFor: t`a column of dates`,
  thumbnails,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 6, minColumns: 1, minRows: 4, autoHeight: false },
  load: () => withFont(import('./Renderer.tsx')),
  loadEditor: () => import('./Editor.tsx'),
})
