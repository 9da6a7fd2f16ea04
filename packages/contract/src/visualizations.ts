import { z } from 'zod'
import { ConfigurationSchema } from './data-sources.ts'
import { byId, endpoint, file, Timestamp } from './endpoint.ts'
import { SentId } from './sent-number.ts'

/**
 * Options belong to the visualization type in the browser. The server bounds their size, and checks those of types that plug-ins
 * declare.
 */
export const VisualizationOptions = z.record(z.string(), z.unknown())

export const Visualization = z.object({
  id: z.int(),
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  options: VisualizationOptions,
  query_id: z.int(),
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Visualization = z.infer<typeof Visualization>

export const NewVisualization = z.object({
  query_id: SentId,
  type: z.string().min(1).max(100),
  name: z.string().max(255).default(''),
  description: z.string().max(4096).nullish(),
  options: VisualizationOptions.default({}),
})
export const VisualizationChanges = z.object({
  type: z.string().min(1).max(100).optional(),
  name: z.string().max(255).optional(),
  description: z.string().max(4096).nullish(),
  options: VisualizationOptions.optional(),
})
export type NewVisualization = z.infer<typeof NewVisualization>
export type VisualizationChanges = z.infer<typeof VisualizationChanges>

/** Ours: a type of visualization that a plug-in adds. */
export const PlugInVisualization = z.object({
  type: z.string(),
  name: z.string(),
  /** An SVG document, whose shape is shown in the color of the text beside it. */
  icon: z.string(),
  /** The form of its options, as for data sources. */
  options_schema: ConfigurationSchema,
  /** URL path of its script, which changes with the script. */
  script_url: z.string(),
  /** Of a new widget, in grid units. */
  size: z.object({ columns: z.int(), rows: z.int() }),
})
export type PlugInVisualization = z.infer<typeof PlugInVisualization>

export const visualizations = {
  create: endpoint({
    method: 'POST',
    path: '/api/visualizations',
    access: 'edit_query',
    summary: 'Adds a visualization to a query',
    body: NewVisualization,
    reply: Visualization,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/visualizations/:id',
    access: 'edit_query',
    summary: 'Changes a visualization',
    params: byId,
    body: VisualizationChanges,
    reply: Visualization,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/visualizations/:id',
    access: 'edit_query',
    summary: 'Removes a visualization',
    params: byId,
    reply: z.null(),
  }),
  script: endpoint({
    method: 'GET',
    path: '/api/visualization_scripts/:hash',
    access: 'anyone',
    summary: 'The script that draws visualizations of a plug-in, as plain text; pages run it in a frame without an origin',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{16}$/) }),
    reply: file,
    ours: true,
  }),
}
