import { isDeepStrictEqual } from 'node:util'
import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import { hasEnded } from '@sightline/domain/schedule/due.ts'
import { normaliseSchedule } from '@sightline/domain/schedule/normalise.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type * as store from './store.ts'

/** A query may be left without a source by the source's end, but not by a save. */
export function readSourceId({ query }: store.QueryRow, sent: number | null | undefined): number | undefined {
  if (sent === null && query.data_source_id !== null) {
    throw new AppError('invalid_input', { reason: 'A query needs a data source.' })
  }
  return sent ?? undefined
}

/** A schedule that has ended by now may be sent back as it was read. */
export const isStored = ({ query }: store.QueryRow, sent: ScheduleInput | undefined) =>
  sent === undefined || isDeepStrictEqual(sent, query.schedule)

/**
 * One that has ended is none: copies of queries that once had a schedule bring it along.
 * @throws AppError with one sentence for a schedule that cannot be
 */
export function readSchedule(ctx: Context, sent: ScheduleInput): Schedule | null {
  const { minRefreshInterval: shortest } = ctx.config
  try {
    const schedule = normaliseSchedule(sent)
    if (schedule?.interval != null && schedule.interval < shortest) {
      const reason = `A schedule may not run a query more often than every ${shortest} seconds here.`
      throw new AppError('invalid_input', { reason })
    }
    return schedule !== null && hasEnded(schedule, ctx.now()) ? null : schedule
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid_input', { reason: error.message })
    throw error
  }
}

/** @throws AppError unless the caller may let queries run by themselves */
export function mustSchedule(ctx: Context): void {
  if (!ctx.viewer.permissions.has('schedule_query')) throw new AppError('forbidden')
}
