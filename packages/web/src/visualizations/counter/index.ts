import { IconNumber123 } from '@tabler/icons-react'
import { defineVisualization } from '../visualization.ts'
import { CounterOptions, marks } from './options.ts'
import { nameOf, needs, problem, suggest, thumbnails } from './prepare.ts'

export default defineVisualization<CounterOptions>({
  type: 'COUNTER',
  icon: IconNumber123,
  isDeprecated: false,
  options: CounterOptions,
  suggest,
  thumbnails,
  nameOf,
  needs,
  problem,
  marks,
  showsRowsOfMarks: true,
  size: { columns: 2, rows: 5, minColumns: 1, minRows: 1, autoHeight: false },
  outline: 'figure',
  load: () => import('./Renderer.tsx'),
  loadEditor: () => import('./Editor.tsx'),
})
