import '../platform/module-resolution.ts'
import type { AnyRunner } from '../runners/runner.ts'

// Entry point of an executor process, forked by `child.ts`. Imported dynamically: static imports would be resolved before the hook
// above is registered.
const { serveTasks } = await import('./serve.ts')
const { freeMemoryWhenIdle } = await import('../platform/idle-memory.ts')

/** Loads one runner only: all of them would cost each process time and memory. */
const loadRunner = async (home: string): Promise<AnyRunner> => (await import(home)).default

/** Its heap is small, so that a collection takes a few milliseconds. */
const MIN_GROWN_BYTES = 4 * 1024 * 1024

serveTasks(loadRunner)
freeMemoryWhenIdle({ minGrownBytes: MIN_GROWN_BYTES })
