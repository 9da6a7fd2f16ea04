import { CANCELLED, QueryError } from '../../runners/runner.ts'

/**
 * Why a run is stopped before its end: somebody asked for it, this process is about to end, or another worker has taken it over
 * because this one gave no sign of life.
 */
export type StopReason = 'cancelled' | 'shutdown' | 'lost'

/** What aborts the signal of a run. */
export class Stopped extends QueryError {
  readonly why: StopReason
  constructor(why: StopReason) {
    super(CANCELLED)
    this.why = why
  }
}

interface Run {
  worker: string
  controller: AbortController
}

// By execution, whose ids are unique beyond this process.
const runs = new Map<string, Run>()

/** Notes that this process runs an execution from now on. @returns the signal that stops it, and what takes the note away */
export function registerRun(id: string, worker: string): { signal: AbortSignal; end(): void } {
  const run = { worker, controller: new AbortController() }
  runs.set(id, run)
  return { signal: run.controller.signal, end: () => void (runs.get(id) === run && runs.delete(id)) }
}

/** The executions that a worker of this process runs. */
export const runsOf = (worker: string): string[] => [...runs].filter(([, run]) => run.worker === worker).map(([id]) => id)

/** Stops an execution, if it is one of this process. The first reason counts. */
export function stopRun(id: string, why: StopReason): void {
  runs.get(id)?.controller.abort(new Stopped(why))
}
