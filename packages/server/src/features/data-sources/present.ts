import type { AdminDataSource, DataSource } from '@sightline/contract/data-sources.ts'
import { isViewOnly } from '@sightline/domain/permissions/can.ts'
import type { Viewer } from '../../platform/context.ts'
import { maskSecrets } from '../../platform/type-options.ts'
import { wireTimeOrNull } from '../../platform/wire-time.ts'
import { logoOf } from '../../runners/logo.ts'
import type { AnyRunner } from '../../runners/runner.ts'
import type { SourceRow } from './store.ts'

/** A data source for all users with access to it: never with options. */
export function present(row: SourceRow, runner: AnyRunner, viewer: Viewer): DataSource {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    type_name: runner.name,
    type_logo: logoOf(runner),
    syntax: runner.syntax,
    paused: row.paused ? 1 : 0,
    pause_reason: row.pause_reason,
    supports_auto_limit: runner.supportsAutoLimit,
    view_only: isViewOnly(viewer.kind === 'nobody' ? [] : viewer.groupIds, row.shares),
    dialect: runner.dialect,
    ...(runner.dialects ? { dialects: [...runner.dialects] } : {}),
    language: runner.language,
    ...(runner.textPassing ? { text_passing: runner.textPassing } : {}),
    ...(runner.exploreDialect ? { explore_dialect: runner.exploreDialect } : {}),
    is_sample: row.is_sample,
  }
}

/** A data source for admins: with its options, every secret masked. */
export function presentForAdmin(
  row: SourceRow,
  runner: AnyRunner,
  viewer: Viewer,
  options: Record<string, unknown>,
): AdminDataSource {
  return {
    ...present(row, runner, viewer),
    options: maskSecrets(runner.config, options),
    concurrency: row.concurrency,
    time_limit: row.time_limit,
    schema_refresh: schemaRefresh(row, runner),
    queue_name: 'queries',
    scheduled_queue_name: 'scheduled_queries',
    groups: Object.fromEntries(row.shares.map((share) => [share.group_id, share.view_only])),
  }
}

function schemaRefresh(row: SourceRow, runner: AnyRunner): AdminDataSource['schema_refresh'] {
  if (!runner.getSchema || runner.readsQueries) return null
  const { refreshes_schema, schema_fetched_at, schema_tried_at, schema_error } = row
  return {
    is_on: refreshes_schema,
    refreshed_at: wireTimeOrNull(schema_fetched_at),
    error: schema_error,
    failed_at: schema_error === null ? null : wireTimeOrNull(schema_tried_at),
  }
}
