import { IconChartLine } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { suggest } from './kinds.ts'
import { ChartOptions } from './options.ts'
import { needs, problem } from './prepare.ts'

export default defineVisualization<ChartOptions>({
  type: 'CHART',
  icon: IconChartLine,
  isDeprecated: false,
  options: ChartOptions,
  suggest,
  needs,
  problem,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  hasMarks: true,
  load: async () => {
    // Canvas text is measured once, so the font has to be there before the first drawing. Where it cannot be had, another one is drawn with.
    const [renderer] = await Promise.all([
      import('./Renderer.tsx'),
      document.fonts.load('11px "Inter Variable"').catch(() => []),
    ])
    return renderer
  },
  loadEditor: () => import('./Editor.tsx'),
})
