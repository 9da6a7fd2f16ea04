import type { EmbeddedQuery, Query, QueryListItem, RecentQuery } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can, canReadQueryText, type QueryRecord } from '@sightline/domain/permissions/can.ts'
import { seesKeys } from '../../platform/authorize.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { presentUser } from '../users/present.ts'
import type { QueryListRow, QueryRow, VisualizationRow } from './store.ts'

/** The viewer of a query, and the settings for presenting users. */
type Reader = Pick<Context, 'viewer' | 'config'>

/** A query in the form that the permission rules need. */
export function recordOf({ query, shares, editor_ids }: QueryRow): QueryRecord {
  return {
    id: query.id,
    user_id: query.user_id,
    editor_ids,
    is_safe: isSafe(query.options.parameters ?? []),
    shares: query.data_source_id === null ? null : shares,
  }
}

/** A query with its visualizations. */
export function presentQuery(row: QueryRow, visualizations: readonly VisualizationRow[], ctx: Reader): Query {
  return { ...presentPlain(row, ctx), visualizations: visualizations.map(presentVisualization) }
}

export function presentVisualization(row: VisualizationRow): Visualization {
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

/** A query without its visualizations. */
export function presentPlain(row: QueryRow, { viewer, config }: Reader): Omit<Query, 'visualizations'> {
  return {
    ...base(row.query, viewer),
    runtime: row.runtime,
    retrieved_at: wireTimeOrNull(row.retrieved_at),
    schedule_failures: row.query.schedule_failures,
    scheduled_at: wireTimeOrNull(row.query.scheduled_at),
    user: presentUser(row.owner, config),
    last_modified_by: row.modifier && presentUser(row.modifier, config),
    ...(viewer.kind === 'user' ? { is_favorite: row.starred_at !== null } : {}),
  }
}

/** A query within another object, such as a widget. */
export function presentEmbedded(
  row: Pick<QueryRow, 'query' | 'owner' | 'modifier'>,
  { viewer, config }: Reader,
): EmbeddedQuery {
  return {
    ...base(row.query, viewer),
    user: presentUser(row.owner, config),
    last_modified_by: row.modifier && presentUser(row.modifier, config),
  }
}

export function presentListItem(row: QueryListRow, { viewer, config }: Reader): QueryListItem {
  return {
    ...base(row.query, viewer),
    runtime: row.runtime,
    retrieved_at: wireTimeOrNull(row.retrieved_at),
    last_run_at: wireTimeOrNull(row.last_run_at),
    user: presentUser(row.owner, config),
    last_modified_by_id: row.query.last_modified_by_id,
    ...favoriteFields(row),
  }
}

export function presentRecent(row: QueryListRow, viewer: Viewer): RecentQuery {
  return {
    ...base(row.query, viewer),
    user_id: row.query.user_id,
    last_modified_by_id: row.query.last_modified_by_id,
    ...favoriteFields(row),
  }
}

function favoriteFields({ starred_at }: QueryListRow) {
  return starred_at === null ? { is_favorite: false } : { is_favorite: true, starred_at: wireTime(starred_at) }
}

function base(query: QueryRow['query'], viewer: Viewer) {
  return {
    id: query.id,
    latest_query_data_id: query.latest_query_data_id,
    name: query.name,
    description: query.description,
    query: canReadQueryText(viewer) ? query.query : null,
    query_hash: query.query_hash,
    schedule: query.schedule,
    // The key opens the query's results to anyone who has it, so only users who may replace it can see it.
    api_key: seesKeys(viewer) && can(viewer, 'query.seeKey', query) ? query.api_key : null,
    is_archived: query.is_archived,
    is_draft: query.is_draft,
    updated_at: wireTime(query.updated_at),
    created_at: wireTime(query.created_at),
    data_source_id: query.data_source_id,
    options: query.options,
    version: query.version,
    tags: query.tags,
    is_safe: isSafe(query.options.parameters ?? []),
  }
}
