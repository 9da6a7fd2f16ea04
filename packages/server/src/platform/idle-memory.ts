import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from './garbage.ts'

/** Milliseconds between two looks at what the process does. */
const LOOK_MS = 2_000
/** Below this share of the time, the process counts as idle. */
const MAX_BUSY_SHARE = 0.1
/** A collection stops everything for some 50 ms in a server, so it must be worth that. */
const MIN_GROWN_BYTES = 16 * 1024 * 1024
/** Milliseconds between two collections, so that somebody who works slowly meets few of them. */
const MIN_PAUSE_MS = 60_000

/** The parts of a process that are looked at and changed here; tests replace them. */
export interface IdleProcess {
  /** The share of the time that the event loop was busy since the last call. */
  busyShare(): number
  heapBytes(): number
  collect(): void
}

/**
 * Gives memory back to the system when the process has become idle. V8 collects garbage as objects are made, so what a start or a burst
 * of requests leaves behind would otherwise stay for as long as nothing happens.
 * @returns a function that ends this
 */
export function freeMemoryWhenIdle({
  own = ownProcess(),
  minGrownBytes = MIN_GROWN_BYTES,
}: {
  own?: IdleProcess
  /** Bytes by which the heap must have grown since the last collection. */
  minGrownBytes?: number
} = {}): () => void {
  let kept = 0
  let collectedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    if (own.busyShare() > MAX_BUSY_SHARE || performance.now() - collectedAt < MIN_PAUSE_MS) return
    if (own.heapBytes() - kept < minGrownBytes) return
    collectedAt = performance.now()
    own.collect()
    kept = own.heapBytes()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function ownProcess(): IdleProcess {
  let last = performance.eventLoopUtilization()
  return {
    busyShare() {
      const before = last
      last = performance.eventLoopUtilization()
      return performance.eventLoopUtilization(last, before).utilization
    },
    heapBytes,
    collect: collectGarbage,
  }
}

/** Bytes of memory that V8 has taken from the system for objects, whether or not they are still in use. */
export const heapBytes = (): number => getHeapStatistics().total_physical_size
