import type { Visualization } from '@sightline/contract/visualizations.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { visualizations } from './tables.ts'

export function presentVisualization(row: typeof visualizations.$inferSelect): Visualization {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    description: row.description,
    options: row.options,
    query_id: row.query_id,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
  }
}
