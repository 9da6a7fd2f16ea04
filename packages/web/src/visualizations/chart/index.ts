import { IconChartLine } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { marks } from './marks.ts'
import { ChartOptions } from './options.ts'
import { needs, problem } from './prepare.ts'
import { nameOf, suggest } from './suggest.ts'

export default defineVisualization<ChartOptions>({
  type: 'CHART',
  icon: IconChartLine,
  isDeprecated: false,
  options: ChartOptions,
  suggest,
  nameOf,
  needs,
  problem,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 5, autoHeight: false },
  marks,
  load: async () => {
    // Canvas text is measured once, so the font must be loaded before the first drawing. If it fails to load, a fallback font is
    // used.
    const [renderer] = await Promise.all([
      import('./Renderer.tsx'),
      document.fonts.load('11px "Inter Variable"').catch(() => []),
    ])
    return renderer
  },
  loadEditor: () => import('./Editor.tsx'),
})
