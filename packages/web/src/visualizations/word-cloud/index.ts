import { t } from '@lingui/core/macro'
import { IconCloud } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { needs, problem, suggest, WordCloudOptions } from './prepare.ts'

export default defineVisualization<WordCloudOptions>({
  type: 'WORD_CLOUD',
  icon: IconCloud,
  isDeprecated: false,
  options: WordCloudOptions,
  suggest,
  asksFor: t`a column of texts`,
  needs,
  problem,
  showsRowsOfMarks: true,
  size: { columns: 3, rows: 8, minColumns: 1, minRows: 1, autoHeight: false },
  load: async () => {
    // Words are measured once, so the font must be loaded first.
    const [renderer] = await Promise.all([
      import('./Renderer.tsx'),
      // If the font cannot be loaded, a fallback font is used.
      document.fonts.load('600 16px "Inter Variable"').catch(() => []),
    ])
    return renderer
  },
  loadEditor: () => import('./Editor.tsx'),
})
