import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import type { Services, UserViewer } from '../../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../../platform/http/errors.ts'
import { type AnyRunner, inDialect } from '../../../runners/runner.ts'
import type { RunnableSource } from '../../data-sources/service.ts'
import { textToRun } from '../../queries/service.ts'
import * as users from '../../users/service.ts'
import { type FilledText, scheduledText } from '../parameters.ts'
import type { RunnableRow } from './store.ts'

/** A query cannot be run with the stored values of its parameters; the message explains why to its owner. */
export class ScheduledTextError extends Error {}

/**
 * The text that a scheduled run sends to its source, without the annotation: the query with the stored values of its
 * parameters, and these values, in which dynamic dates are resolved.
 * @param signal aborts waiting for dropdown options that have to be queried
 * @throws ScheduledTextError
 */
export async function textOfScheduledRun(
  services: Services,
  row: Pick<RunnableRow, 'id' | 'query' | 'options' | 'user_id'>,
  defaultRunner: AnyRunner,
  signal: AbortSignal,
): Promise<FilledText> {
  try {
    const runner = inDialect(defaultRunner, row.options.dialect)
    const { text, values } = await scheduledText(services, row, textLanguage(runner), signal)
    return { text: textToRun(text, runner, row.options.apply_auto_limit ?? false), values }
  } catch (cause) {
    const why = reasonOf(cause)
    if (why === null) throw cause
    throw new ScheduledTextError(`Skipping refresh of ${row.id} because ${why}`, { cause })
  }
}

/** The reason as Redash words it; null if the stored values are not to blame. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AppError && error.code === 'dropdown_detached')
    return `a related dropdown query (${error.details.query_id}) is unattached to any datasource.`
  if (error instanceof AppError || error instanceof ExecutionRefused) return `of invalid parameters: ${error.message}`
  return null
}

/**
 * Returns a check whether the owner of a query may still run it; each owner is read once. A schedule has the rights that its
 * owner has now: if the owner has lost access to the data source or is disabled, it no longer runs.
 */
export function ownerCheck(services: Services): (row: RunnableRow, source: RunnableSource) => Promise<boolean> {
  const owners = new Map<number, Promise<UserViewer | null>>()
  return async ({ id, user_id, options }, source) => {
    const owner = owners.get(user_id) ?? users.findViewer(services, user_id)
    owners.set(user_id, owner)
    const viewer = await owner
    const record = { id, user_id, editor_ids: [], is_safe: isSafe(options.parameters ?? []), shares: source.row.shares }
    return viewer !== null && can(viewer, 'query.run', record)
  }
}

/** The failure that is reported when the owner of a query may no longer run it. */
export const ownerLostAccess = (queryId: number): string =>
  `Skipping refresh of ${queryId} because its owner no longer has access to its data source.`
