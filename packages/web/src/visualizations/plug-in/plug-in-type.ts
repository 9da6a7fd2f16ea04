import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import type { AnyVisualizationType } from '../visualization.ts'
import { needs, problem, requiredColumns, storedOptions, suggest } from './options.ts'
import { plugInIcon } from './plug-in-icon.tsx'

/** Makes a type like those of the product of one that a plug-in adds. Clicks on its marks have no effect. */
export function plugInType(plugIn: PlugInVisualization): AnyVisualizationType {
  const { type, name, icon, options_schema: schema, size } = plugIn
  const asksFor = requiredColumns(schema)
  return {
    type,
    name,
    icon: plugInIcon(icon),
    isDeprecated: false,
    options: storedOptions(schema),
    suggest: (columns) => suggest(schema, columns),
    ...(asksFor !== null && { asksFor }),
    needs: (options, columns) => needs(schema, options, columns),
    problem: (options, columns) => problem(schema, options, columns),
    size: { ...size, minColumns: 1, minRows: Math.min(size.rows, MIN_ROWS), autoHeight: false },
    load: async () => {
      const { plugInRenderer } = await import('./PlugInView.tsx')
      return { Renderer: plugInRenderer(plugIn) }
    },
    loadEditor: async () => {
      const { plugInEditor } = await import('./PlugInEditor.tsx')
      return { Editor: plugInEditor(schema) }
    },
  }
}

/** A lower widget would show little more than its head. */
const MIN_ROWS = 3
