import { setImmediate as nextTurn } from 'node:timers/promises'
import { ScheduleInput } from '@sightline/contract/queries.ts'
import { passesTexts } from '@sightline/domain/parameters/definition.ts'
import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import { scheduleStatus } from '@sightline/domain/schedule/due.ts'
import { normaliseSchedule } from '@sightline/domain/schedule/normalise.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import type { Services } from '../../../platform/context.ts'
import { findRunnable, type RunnableSource } from '../../data-sources/service.ts'
import type { FilledText } from '../parameters.ts'
import { addOrJoin, wakeWorkers } from '../queue.ts'
import { recordPoll } from '../worker/heartbeat.store.ts'
import { reconcileUnsettled, recordFailures, recordRefreshFailure } from './outcome.ts'
import { ownerCheck, ownerLostAccess, ScheduledTextError, textOfScheduledRun } from './scheduled-text.ts'
import * as store from './store.ts'

/** How often due queries are polled: one starts at most half a minute late. */
const POLL_INTERVAL_MS = 30_000
/** Ids of outdated queries that are recorded; beyond this only their number is. */
const MAX_RECORDED_IDS = 1_000

/** Polls for due queries in this process until it is stopped. */
export interface Scheduler {
  /** Ends the polling, after the query that is just being started. */
  stop(): Promise<void>
}

/** Starts to poll for due queries: now, and then every half minute. */
export function startScheduler(services: Services): Scheduler {
  const stopping = new AbortController()
  let polling: Promise<void> | null = null
  const poll = () => {
    // With thousands of due queries one poll may take longer than the interval.
    polling ??= pollDueSchedules(services, stopping.signal)
      .catch((err) => services.log.error({ err }, 'Scheduled queries could not be polled.'))
      .finally(() => {
        polling = null
      })
  }
  const timer = setInterval(poll, POLL_INTERVAL_MS)
  poll()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await polling
    },
  }
}

/** Starts the queries that are due, and records for operators which were due or are still running. */
export async function pollDueSchedules(services: Services, signal: AbortSignal): Promise<void> {
  const polledAt = services.now()
  const due = await startDue(services, signal)
  const ids = [...new Set([...due, ...(await store.underWay(services.db))])]
  await recordPoll(services.db, services.worker, polledAt, { count: ids.length, ids: ids.slice(0, MAX_RECORDED_IDS) })
}

/**
 * Groups of queries that are prepared at the same time, so that one that waits for dropdown options does not delay all others.
 */
const CONCURRENCY = 4

/**
 * Starts every query that is due now. Any number of processes may do this at the same time: each run is claimed in the
 * transaction that queues it, so it is started exactly once, and a claimed run is never lost.
 * @param signal ends this early; queries that were not started stay due
 * @returns the ids of the queries that were due
 */
export async function startDue(services: Services, signal: AbortSignal): Promise<number[]> {
  const now = services.now()
  await reconcileUnsettled(services)
  const due = await dueQueries(services, now)
  const sourceOf = sourceFinder(services)
  const mayRun = ownerCheck(services)
  // Queries with the same text share a run, so they are grouped by hash; the texts of one group at a time are read.
  const groups = Map.groupBy(due, ({ data_source_id, query_hash }) => `${data_source_id} ${query_hash}`)
  const startGroup = async (group: readonly store.ScheduledRow[]) => {
    if (signal.aborted) return
    await withErrorsLogged(services, group, async () => {
      const runs: ScheduledRun[] = []
      const ids = group.map(({ id }) => id)
      for (const row of await store.runnable(services.db, ids)) {
        const source = await sourceOf(row.data_source_id)
        if (!source) continue
        const isAllowed = await mayRun(row, source)
        const filled = isAllowed ? await textFor(services, row, source, now, signal) : null
        if (!isAllowed) await recordUnfit(services, row, now, ownerLostAccess(row.id))
        if (filled !== null) runs.push({ row, source, ...filled })
      }
      for (const same of bySameQuestion(runs)) await start(services, same, now)
    })
    // The embedded database answers within the same turn of the event loop; this lets the rest of the process work in between.
    await nextTurn()
  }
  const semaphore = new Semaphore(CONCURRENCY)
  await Promise.all([...groups.values()].map((group) => semaphore.run(() => startGroup(group))))
  return due.map(({ id }) => id)
}

/** Removes the schedules whose end date has come. */
export async function removeEndedSchedules(services: Services): Promise<void> {
  await store.removeEnded(services.db, services.now().toISOString().slice(0, 10))
}

/** Returns a function that finds data sources, each with one read. */
function sourceFinder(services: Services): (id: number | null) => Promise<RunnableSource | null> {
  const found = new Map<number, RunnableSource | null>()
  return async (id) => {
    if (id === null) return null
    const source = found.get(id) ?? (await findRunnable(services, id))
    found.set(id, source)
    return source
  }
}

/** The queries that are due. Unreadable schedules are disabled, and those whose last run is far in the future are restarted. */
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
    const { state } = scheduleStatus(
      { schedule, lastRun: row.scheduled_at ?? row.retrieved_at, failures: row.schedule_failures },
      now,
    )
    if (state === 'due') due.push(row)
    if (state === 'clock skew') await store.restart(db, row, now)
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

/** A due query with the text that its source gets, without the annotation. */
interface ScheduledRun extends FilledText {
  row: store.RunnableRow
  source: RunnableSource
}

/** @returns null if the stored values do not fit, which counts as a failed run */
async function textFor(
  services: Services,
  row: store.RunnableRow,
  source: RunnableSource,
  now: Date,
  signal: AbortSignal,
): Promise<FilledText | null> {
  try {
    return await textOfScheduledRun(services, row, source.runner, signal)
  } catch (error) {
    if (!(error instanceof ScheduledTextError)) throw error
    // An aborted wait for dropdown options is no failure.
    if (!signal.aborted) await recordUnfit(services, row, now, error.message)
    return null
  }
}

/** Records that the schedule of a query could not run it. */
async function recordUnfit(services: Services, row: store.RunnableRow, now: Date, reason: string): Promise<void> {
  const failures = await store.claim(services.db, row, now, null)
  if (failures === null) return
  await recordRefreshFailure(services, [row.id], reason)
  await recordFailures(services, [{ id: row.id, schedule_failures: failures }], reason)
}

/** Groups runs of one source by query text. */
function bySameQuestion(runs: readonly ScheduledRun[]): ScheduledRun[][] {
  const groups: ScheduledRun[][] = []
  for (const run of runs) {
    const same = groups.find(([first]) => first && isSameQueryText(first.text, run.text, run.source.runner.dialect))
    if (same) same.push(run)
    else groups.push([run])
  }
  return groups
}

/** Thrown to roll back the transaction: another worker was faster, or a query was changed since it was read. */
class LostRace extends Error {}

/** Starts one run for queries with the same text. */
async function start(services: Services, group: readonly ScheduledRun[], now: Date): Promise<void> {
  const [first, ...others] = group
  if (!first) return
  const { source, text } = first
  const runFor = ({ row: { id, user_id, options }, values }: ScheduledRun) => ({
    source,
    text,
    bindsTexts: passesTexts(options.parameters),
    parameters: values,
    queryId: id,
    userId: user_id,
    scheduled: true,
    key: null,
  })
  try {
    const hasStarted = await services.db.transaction(async (tx) => {
      // Lock first the execution and then the queries, in the order in which the end of an execution locks them.
      const { id, isNew } = await addOrJoin(tx, runFor(first))
      for (const other of others) await addOrJoin(tx, runFor(other))
      for (const { row } of group) {
        if ((await store.claim(tx, row, now, id)) === null) throw new LostRace()
      }
      return isNew
    })
    if (hasStarted) wakeWorkers(services)
  } catch (error) {
    // Queries that are still due are found by the next poll.
    if (!(error instanceof LostRace)) throw error
  }
}

/** Logs errors, so that one query that cannot be started does not stop the others. */
async function withErrorsLogged(services: Services, rows: readonly { id: number }[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    services.log.error({ err, query_ids: rows.map(({ id }) => id) }, 'Scheduled queries could not be started.')
  }
}
