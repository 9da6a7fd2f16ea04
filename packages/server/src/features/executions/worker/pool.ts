import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../../../platform/context.ts'
import { ONE, WAKE } from '../channels.ts'
import * as queue from '../queue.store.ts'
import { wakeWorkers } from '../queue.ts'
import { runsOf, stopRun } from '../running.ts'
import { registerSlotProvider, type Slot, unregisterSlotProvider } from '../slots.ts'
import { HEARTBEAT_TIMEOUT_S, recoverStale } from './recovery.ts'
import { execute } from './run.ts'

const HEARTBEAT_MS = 2_000
/** Workers are woken at once; looking by themselves finds executions whose wake-up got lost, and workers that got lost. */
const POLL_INTERVAL_MS = 5_000

/** The slots of this process, in which executions run. */
export interface WorkerPool {
  /** Takes nothing new, lets what runs finish for the time that the settings grant, and hands back the rest. */
  stop(): Promise<void>
}

/** Starts to take executions that wait, as many at a time as the settings allow. */
export function startWorkerPool(services: Services): WorkerPool {
  const { db, worker, events, log, config } = services
  const runs = new Set<Promise<void>>()
  let isStopping = false
  /** How many there may be to take, at most: what we were told of since the last look that found nothing. */
  let expected = 0
  let filling: Promise<void> | null = null
  /** Slots that are kept for executions about to be stored. */
  let kept = 0
  // After trouble with the database other workers may seem silent that only had the same trouble.
  let troubleAt = performance.now()

  /** @param count of what may have come; more than that when it is not known */
  function wake(count = Number.POSITIVE_INFINITY): void {
    expected += count
    if (!filling && !isStopping && hasRoom()) filling = fill()
  }

  async function fill(): Promise<void> {
    try {
      do {
        // Before the look, so that whoever wakes us during it makes us look again.
        const before = expected
        expected = 0
        const claimed = await queue.claimNext(db, worker)
        if (!claimed) continue
        expected += before - 1
        begin(claimed)
      } while (expected > 0 && !isStopping && hasRoom())
    } catch (err) {
      troubleAt = performance.now()
      expected = Number.POSITIVE_INFINITY
      log.warn({ err }, 'Looking for executions failed.')
    } finally {
      filling = null
    }
  }

  const hasRoom = () => runs.size + kept < config.executionConcurrency

  /** A slot for what starts in this process: only when nothing that came before could want it. */
  function reserveSlot(): Slot | null {
    if (isStopping || filling || expected > 0 || !hasRoom()) return null
    kept++
    return {
      begin(claimed) {
        kept--
        begin(claimed)
        if (isStopping) stopRun(claimed.id, 'shutdown')
      },
      release() {
        kept--
        if (expected > 0) wake(0)
      },
    }
  }

  function begin(claimed: queue.ClaimedRow): void {
    const run = execute(services, claimed)
      .catch((err) => log.error({ err, execution_id: claimed.id }, 'The end of a run could not be stored.'))
      .finally(() => {
        runs.delete(run)
        // A slot of a limited source or key may be what others wait for, here or in another worker.
        if (claimed.source.concurrency !== null || claimed.caller !== null) wakeWorkers(services)
        else if (expected > 0) wake(0)
      })
    runs.add(run)
  }

  async function beat(): Promise<void> {
    const ids = runsOf(worker)
    if (ids.length === 0) return
    try {
      const alive = new Map((await queue.beat(db, worker, ids)).map(({ id, is_cancelled }) => [id, is_cancelled]))
      for (const id of ids) {
        if (!alive.has(id)) stopRun(id, 'lost')
        else if (alive.get(id)) stopRun(id, 'cancelled')
      }
    } catch (err) {
      troubleAt = performance.now()
      log.warn({ err }, 'A heartbeat could not be stored.')
    }
  }

  async function look(): Promise<void> {
    wake()
    if (performance.now() - troubleAt < HEARTBEAT_TIMEOUT_S * 1000) return
    await recoverStale(services).catch((err) => log.warn({ err }, 'Looking for lost workers failed.'))
  }

  const stopListening = events.subscribe(WAKE, (payload) => wake(payload === ONE ? 1 : undefined))
  registerSlotProvider(worker, reserveSlot)
  const heartbeat = setInterval(beat, HEARTBEAT_MS)
  const looking = setInterval(look, POLL_INTERVAL_MS)
  wake()

  return {
    async stop() {
      isStopping = true
      stopListening()
      unregisterSlotProvider(worker)
      clearInterval(looking)
      await filling
      const grace = new AbortController()
      await Promise.race([Promise.all(runs), delay(config.shutdownGrace, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      for (const id of runsOf(worker)) stopRun(id, 'shutdown')
      while (runs.size > 0) await Promise.all(runs)
      clearInterval(heartbeat)
    },
  }
}
