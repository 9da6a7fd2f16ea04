import type { Cell } from '@sightline/contract/results.ts'
import type { Column } from '../platform/results/batch.ts'
import type { Session } from '../runners/runner.ts'
import type { Task, TaskOutcome } from './protocol.ts'

export interface TaskListeners {
  onProgress?(progress: { rows: number; bytes: number }): void
  /** How the run is known at its source. */
  onSession?(session: Session): void
  onFirstRows?(first: { columns: Column[]; rows: Cell[][] }): void
}

/** Processes that run tasks away from the server's event loop: warm, reused, replaced when they die or grow. */
export interface Executors {
  /**
   * Runs one task to its end. Aborting `signal` asks the runner to stop and, when it does not within some seconds, ends its
   * process; either way the source has stopped before this rejects, or the message says that it did not confirm it. Rejects with
   * a `QueryError` (what the source said, or the cancel or limit text), or an `Error` when the process died.
   */
  run<T extends Task>(task: T, signal: AbortSignal, listeners?: TaskListeners): Promise<TaskOutcome<T['kind']>>
  close(): Promise<void>
}
