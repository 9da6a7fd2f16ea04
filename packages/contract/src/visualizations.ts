import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'
import { SentId } from './sent-number.ts'

/** Options belong to the visualization type in the browser; the server only bounds their size. */
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
}
