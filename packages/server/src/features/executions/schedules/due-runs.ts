import { setImmediate as nextTurn } from 'node:timers/promises'
import { ScheduleInput } from '@sightline/contract/queries.ts'
import { isSameQuestion } from '@sightline/domain/query-hash.ts'
import { standing } from '@sightline/domain/schedule/due.ts'
import { normaliseSchedule } from '@sightline/domain/schedule/normalise.ts'
import type { Services } from '../../../platform/context.ts'
import { findRunnable, type RunnableSource } from '../../data-sources/service.ts'
import { addOrJoin, wakeWorkers } from '../queue.ts'
import { reconcileUnsettled, recordFailures } from './outcome.ts'
import { ownerLostAccess, ownersRights } from './owner.ts'
import * as store from './store.ts'
import { textOfScheduledRun, UnfitForSchedule } from './text.ts'

/** So that a query that waits for something does not hold up the others. */
const AT_A_TIME = 4

/**
 * Starts every query whose schedule says so now. Any number of processes may do this at the same time: each run is claimed in
 * the transaction that puts it into the queue, so it is started once, and one that was claimed is not lost.
 * @param signal ends this early; what was not started is still due
 * @returns the ids of the queries that were due
 */
export async function startDue(services: Services, signal: AbortSignal): Promise<number[]> {
  const now = services.now()
  await reconcileUnsettled(services)
  const due = await dueQueries(services, now)
  const sourceOf = sourceFinder(services)
  const mayRun = ownersRights(services)
  // By what they ask, and only the texts of those are read at a time: queries that ask the same share a run.
  const groups = Map.groupBy(due, ({ data_source_id, query_hash }) => `${data_source_id} ${query_hash}`).values()
  const startGroups = async () => {
    for (const alike of groups) {
      if (signal.aborted) return
      await guarded(services, alike, async () => {
        const ids = alike.map(({ id }) => id)
        const runs: ScheduledRun[] = []
        for (const row of await store.runnable(services.db, ids)) {
          const source = await sourceOf(row.data_source_id)
          if (!source) continue
          const isAllowed = await mayRun(row, source)
          const text = isAllowed ? await textFor(services, row, source, now, signal) : null
          if (!isAllowed) await recordUnfit(services, row, now, ownerLostAccess(row.id))
          if (text !== null) runs.push({ row, source, text })
        }
        for (const same of bySameQuestion(runs)) await start(services, same, now)
      })
      // The embedded database answers without a turn of the event loop, which the rest of the process would wait for.
      await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, startGroups))
  return due.map(({ id }) => id)
}

/** Takes the schedules away that have ended. */
export async function removeEndedSchedules(services: Services): Promise<void> {
  await store.removeEnded(services.db, services.now().toISOString().slice(0, 10))
}

/** Finds data sources, each once. */
function sourceFinder(services: Services): (id: number | null) => Promise<RunnableSource | null> {
  const found = new Map<number, RunnableSource | null>()
  return async (id) => {
    if (id === null) return null
    const source = found.get(id) ?? (await findRunnable(services, id))
    found.set(id, source)
    return source
  }
}

/** The queries that are due. On the way, what is wrong with schedules is put right. */
async function dueQueries({ db, log }: Services, now: Date): Promise<store.ScheduledRow[]> {
  const due: store.ScheduledRow[] = []
  for (const row of await store.scheduled(db)) {
    const schedule = readStored(row.schedule)
    if (schedule === 'unreadable') {
      log.warn({ query_id: row.id }, 'The schedule of a query could not be read and was disabled.')
      await store.disable(db, row)
      continue
    }
    if (schedule === null) continue
    const { state } = standing(
      { schedule, lastRun: row.scheduled_at ?? row.retrieved_at, failures: row.schedule_failures },
      now,
    )
    if (state === 'due') due.push(row)
    if (state === 'astray') await store.restart(db, row, now)
  }
  return due
}

function readStored(stored: unknown) {
  const parsed = ScheduleInput.safeParse(stored)
  if (!parsed.success) return 'unreadable'
  try {
    return normaliseSchedule(parsed.data)
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable'
    throw error
  }
}

/** A query that is due, with what it asks. */
interface ScheduledRun {
  row: store.RunnableRow
  source: RunnableSource
  /** As the source gets it, but for the annotation. */
  text: string
}

/** @returns null when the stored values do not fit: that is a failed run */
async function textFor(
  services: Services,
  row: store.RunnableRow,
  source: RunnableSource,
  now: Date,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await textOfScheduledRun(services, row, source.runner, signal)
  } catch (error) {
    if (!(error instanceof UnfitForSchedule)) throw error
    // What was not waited for to its end is no failure.
    if (!signal.aborted) await recordUnfit(services, row, now, error.message)
    return null
  }
}

/** Notes that the schedule of a query has tried in vain to run it. */
async function recordUnfit(services: Services, row: store.RunnableRow, now: Date, reason: string): Promise<void> {
  const failures = await store.claim(services.db, row, now, null)
  if (failures !== null) await recordFailures(services, [{ id: row.id, schedule_failures: failures }], reason)
}

/** Runs of one source, put together where they ask the same. */
function bySameQuestion(runs: readonly ScheduledRun[]): ScheduledRun[][] {
  const groups: ScheduledRun[][] = []
  for (const run of runs) {
    const same = groups.find(([first]) => first && isSameQuestion(first.text, run.text, run.source.runner.dialect))
    if (same) same.push(run)
    else groups.push([run])
  }
  return groups
}

/** Thrown to undo what was begun: another worker was faster, or somebody has changed a query since it was read. */
class LostRace extends Error {}

/** Starts one run for queries that ask the same. */
async function start(services: Services, group: readonly ScheduledRun[], now: Date): Promise<void> {
  const [first, ...others] = group
  if (!first) return
  const { source, text } = first
  const runFor = ({ id, user_id }: store.RunnableRow) => ({
    source,
    text,
    queryId: id,
    userId: user_id,
    scheduled: true,
    key: null,
  })
  try {
    const hasStarted = await services.db.transaction(async (tx) => {
      // First the execution and then the queries, in the order in which the end of an execution locks them too.
      const { id, isNew } = await addOrJoin(tx, runFor(first.row))
      for (const { row } of others) await addOrJoin(tx, runFor(row))
      for (const { row } of group) {
        if ((await store.claim(tx, row, now, id)) === null) throw new LostRace()
      }
      return isNew
    })
    if (hasStarted) wakeWorkers(services)
  } catch (error) {
    // What of it is still due is found with the next look.
    if (!(error instanceof LostRace)) throw error
  }
}

/** One query that cannot be started does not keep the others from being started. */
async function guarded(services: Services, rows: readonly { id: number }[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    services.log.error({ err, query_ids: rows.map(({ id }) => id) }, 'Scheduled queries could not be started.')
  }
}
