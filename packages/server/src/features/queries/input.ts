import { isDeepStrictEqual } from 'node:util'
import type { QueryOptions, Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { type Definition, typeOf } from '@sightline/domain/parameters/definition.ts'
import { hasEnded } from '@sightline/domain/schedule/due.ts'
import { scheduleToStore } from '@sightline/domain/schedule/normalise.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordOf } from './present.ts'
import * as store from './store.ts'

/** Keeps the stored dialect if a client does not send one: clients of the Redash API do not know it. */
export const keepDialect = ({ dialect }: QueryOptions, sent: QueryOptions): QueryOptions =>
  dialect == null || 'dialect' in sent ? sent : { ...sent, dialect }

/** Maximum number of parameters with a pattern in one query, and maximum length of a pattern in characters. */
const MAX_PATTERNS = 20
const MAX_PATTERN_LENGTH = 1_000

/** @throws AppError `invalid_input` if there are more or longer patterns than a run can check quickly */
export function checkPatterns(definitions: readonly Definition[]): void {
  const patterns = definitions.filter((definition) => typeOf(definition) === 'text-pattern')
  if (patterns.length > MAX_PATTERNS) {
    throw new AppError('invalid_input', {
      reason: i18n._('A query may have at most {most} parameters with a pattern.', { most: MAX_PATTERNS }),
    })
  }
  const long = patterns.find(({ regex }) => (regex?.length ?? 0) > MAX_PATTERN_LENGTH)
  if (!long) return
  throw new AppError('invalid_input', {
    reason: i18n._('The pattern of the parameter "{name}" may have at most {most, number} characters.', {
      name: long.name,
      most: MAX_PATTERN_LENGTH,
    }),
  })
}

/**
 * Checks that the caller may see the dropdown queries of these parameters, because everyone who may run the query will see
 * their rows.
 * @throws AppError `dropdown_unmatched` for a query without a data source, `forbidden` for one that the caller may not see
 */
export async function checkDropdowns(ctx: Context, definitions: readonly Definition[]): Promise<void> {
  for (const id of dropdownIds(definitions)) {
    const row = await store.find(ctx.db, id, 0)
    if (!row || row.query.data_source_id === null || row.shares.length === 0) throw new AppError('dropdown_unmatched')
    authorize(ctx.viewer, 'query.view', recordOf(row))
  }
}

/** The ids of the dropdown queries of these parameters, without duplicates. */
export function dropdownIds(definitions: readonly Definition[]): number[] {
  const ids = definitions.flatMap((definition) =>
    typeOf(definition) === 'query' && typeof definition.queryId === 'number' ? [definition.queryId] : [],
  )
  return [...new Set(ids)]
}

/** A query loses its source when the source is deleted, but a save must not remove it. */
export function readSourceId({ query }: store.QueryRow, sent: number | null | undefined): number | undefined {
  if (sent === null && query.data_source_id !== null) {
    throw new AppError('invalid_input', { reason: i18n._('A query needs a data source.') })
  }
  return sent ?? undefined
}

/** Whether a schedule is unchanged. One that has ended meanwhile may be sent back as it was read. */
export const isUnchangedSchedule = ({ query }: store.QueryRow, sent: ScheduleInput | undefined) =>
  sent === undefined || isDeepStrictEqual(sent, query.schedule)

/**
 * Normalises a schedule. One that has ended counts as none, because copies of queries bring along old schedules.
 * @param before the stored schedule; null if the query has none
 * @throws AppError with one sentence for an invalid schedule
 */
export function readSchedule(ctx: Context, sent: ScheduleInput, before: Schedule | null): Schedule | null {
  const { minRefreshInterval: shortest } = ctx.config
  try {
    const schedule = scheduleToStore(sent, before, ctx.now())
    if (schedule?.interval != null && schedule.interval < shortest) {
      const reason = i18n._('A schedule cannot run a query more often than every {seconds} seconds on this server.', {
        seconds: shortest,
      })
      throw new AppError('invalid_input', { reason })
    }
    return schedule !== null && hasEnded(schedule, ctx.now()) ? null : schedule
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid_input', { reason: error.message })
    throw error
  }
}

/** @throws AppError unless the caller may schedule queries */
export function mustSchedule(ctx: Context): void {
  if (!ctx.viewer.permissions.has('schedule_query')) throw new AppError('forbidden')
}
