import type { PublicWidget, Widget } from '@sightline/contract/widgets.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { presentEmbedded } from '../queries/present.ts'
import { presentVisualization } from '../visualizations/present.ts'
import type { WidgetRow } from './widgets.store.ts'

/** What a widget draws, whole; null for a textbox. */
function visualizationWithQuery({ visualization, query, owner, modifier, shares }: WidgetRow) {
  return visualization && query && owner ? { visualization, query, owner, modifier, shares } : null
}

/** Whether a viewer may see what a widget draws; a textbox is for everybody. */
export function isVisible(viewer: Viewer, row: WidgetRow): boolean {
  const placed = visualizationWithQuery(row)
  if (!placed) return true
  const { id, user_id, data_source_id, options } = placed.query
  return can(viewer, 'query.view', {
    id,
    user_id,
    editor_ids: [],
    is_safe: isSafe(options.parameters ?? []),
    shares: data_source_id === null ? null : placed.shares,
  })
}

/** A widget; of one whose data source the viewer may not see, nothing but its place. */
export function presentWidget(row: WidgetRow, ctx: Pick<Context, 'viewer' | 'config'>): Widget {
  const { dashboard_id, text, visualization_id } = row.widget
  if (!isVisible(ctx.viewer, row)) return { ...base(row), dashboard_id, restricted: true }
  const placed = visualizationWithQuery(row)
  return {
    ...base(row),
    dashboard_id,
    text,
    visualization_id,
    ...(placed
      ? { visualization: { ...presentVisualization(placed.visualization), query: presentEmbedded(placed, ctx) } }
      : {}),
  }
}

/** A widget as everybody sees it who has the public address: what is needed to draw it, and no more. */
export function presentPublicWidget(row: WidgetRow): PublicWidget {
  const placed = visualizationWithQuery(row)
  const shown = { ...base(row), text: row.widget.text }
  if (!placed) return shown
  const { type, name, description, options, updated_at, created_at } = presentVisualization(placed.visualization)
  const { query } = placed
  return {
    ...shown,
    visualization: {
      type,
      name,
      description,
      options,
      updated_at,
      created_at,
      query: { id: query.id, name: query.name, description: query.description, options: query.options },
    },
  }
}

function base({ widget }: WidgetRow) {
  return {
    id: widget.id,
    width: widget.width,
    options: widget.options,
    updated_at: wireTime(widget.updated_at),
    created_at: wireTime(widget.created_at),
  }
}
