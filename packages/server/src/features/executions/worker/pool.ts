import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../../../platform/context.ts'
import type { ClaimedRow } from '../queue.store.ts'
import { ONE, registerSlotProvider, type Slot, WAKE, wakeWorkers } from '../queue.ts'
import { claimNext } from './claim.store.ts'
import type { Heartbeat } from './heartbeat.ts'
import { recoverStale } from './recovery.ts'
import { execute, runsOf, stopRun } from './run.ts'

/** Workers are woken at once; polling finds executions whose wake-up got lost, and workers that were lost. */
const POLL_INTERVAL_MS = 5_000

/** The slots of this process in which executions run. */
export interface WorkerPool {
  /** Claims nothing new, lets running executions finish within the configured grace period, and hands back the others. */
  stop(): Promise<void>
}

/**
 * Starts to run waiting executions, as many at a time as the settings allow.
 * @param heartbeat of this worker, which must beat as long as the pool runs
 */
export function startWorkerPool(services: Services, heartbeat: Pick<Heartbeat, 'isSteady'>): WorkerPool {
  const { db, worker, events, log, config } = services
  const runs = new Set<Promise<void>>()
  let isStopping = false
  /** Upper bound of the executions that may be waiting: those announced since the last claim that found nothing. */
  let expected = 0
  let claiming: Promise<void> | null = null
  /** Slots reserved for executions that are about to be stored. */
  let reserved = 0

  /** @param count of new executions; infinite if unknown */
  function wake(count = Number.POSITIVE_INFINITY): void {
    expected += count
    if (!claiming && !isStopping && hasRoom()) claiming = claimWhileExpected()
  }

  async function claimWhileExpected(): Promise<void> {
    try {
      do {
        // Reset before the claim, so that a wake-up during the claim causes another one.
        const before = expected
        expected = 0
        const claimed = await claimNext(db, worker)
        if (!claimed) continue
        expected += before - 1
        run(claimed)
      } while (expected > 0 && !isStopping && hasRoom())
    } catch (err) {
      expected = Number.POSITIVE_INFINITY
      log.warn({ err }, 'Executions could not be claimed.')
    } finally {
      claiming = null
    }
  }

  const hasRoom = () => runs.size + reserved < config.executionConcurrency

  /** Reserves a slot for an execution of this process, but only if no earlier execution may want it. */
  function reserveSlot(): Slot | null {
    if (isStopping || claiming || expected > 0 || !hasRoom()) return null
    reserved++
    return {
      run(claimed) {
        reserved--
        run(claimed)
        if (isStopping) stopRun(services, claimed.id, 'shutdown')
      },
      release() {
        reserved--
        if (expected > 0) wake(0)
      },
    }
  }

  function run(claimed: ClaimedRow): void {
    const running = execute(services, claimed)
      .catch((err) => log.error({ err, execution_id: claimed.id }, 'The end of a run could not be stored.'))
      .finally(() => {
        runs.delete(running)
        // Executions here or in other workers may wait for the slot of a limited source or key.
        if (claimed.source.concurrency !== null || claimed.caller !== null) wakeWorkers(services)
        else if (expected > 0) wake(0)
      })
    runs.add(running)
  }

  async function poll(): Promise<void> {
    wake()
    if (!heartbeat.isSteady()) return
    await recoverStale(services).catch((err) => log.warn({ err }, 'Executions of lost workers could not be recovered.'))
  }

  const stopListening = events.subscribe(WAKE, (payload) => wake(payload === ONE ? 1 : undefined))
  const unregister = registerSlotProvider(services, reserveSlot)
  const polling = setInterval(poll, POLL_INTERVAL_MS)
  wake()

  return {
    async stop() {
      isStopping = true
      stopListening()
      unregister()
      clearInterval(polling)
      await claiming
      const grace = new AbortController()
      await Promise.race([Promise.all(runs), delay(config.shutdownGrace, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      for (const id of runsOf(services)) stopRun(services, id, 'shutdown')
      while (runs.size > 0) await Promise.all(runs)
    },
  }
}
