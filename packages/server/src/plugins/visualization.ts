import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import type { z } from 'zod'
import { configurationSchema } from '../platform/type-options.ts'
import { optionsSchema } from './options.ts'
import type { LoadedVisualization } from './visualization-script.ts'

/** A visualization type of a plug-in, as the server needs it. */
export interface PluginVisualization {
  type: string
  name: string
  /** The schema of its options. Stored options may have more. */
  config: z.ZodObject
  /** The text of its script, and the hash in the URL of it. */
  code: string
  hash: string
  /** Sent to browsers. */
  descriptor: PlugInVisualization
}

/** Of a new widget, in grid units: that of a chart. */
const DEFAULT_SIZE = { columns: 3, rows: 8 }

/** The URL path of a script with a hash. */
const scriptUrl = (hash: string): string => `/api/visualization_scripts/${hash}`

/** Makes what the server needs of a visualization type of a plug-in. */
export function pluginVisualization({ type, name, icon, options, size, code, hash }: LoadedVisualization): PluginVisualization {
  // Visualizations have no secrets that another option could send elsewhere.
  const fields = Object.entries(options).map(([field, facts]) => [field, { ...facts, keepsSecrets: true }])
  const config = optionsSchema(Object.fromEntries(fields))
  const descriptor = {
    type,
    name,
    icon,
    options_schema: configurationSchema(config),
    script_url: scriptUrl(hash),
    size: { ...DEFAULT_SIZE, ...size },
  }
  return { type, name, config, code, hash, descriptor }
}
