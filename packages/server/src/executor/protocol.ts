import type { SchemaTable, Upload } from '@sightline/contract/data-sources.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Column } from '../platform/results/batch.ts'
import type { Period } from '../platform/tracing/tracing.ts'
import type { InputTable, Session } from '../runners/runner.ts'

/** A task for an executor process. Options are sent decrypted, over the process's own channel, and are never logged. */
export type Task =
  | {
      kind: 'run'
      type: string
      options: Record<string, unknown>
      text: string
      /** Whether string literals of the text are passed as bound parameters, if the runner supports that. */
      bindsTexts?: boolean
      limits: Limits
      resultPath: string
      tempDir: string
      inputs?: readonly InputTable[]
      /** Dialect of the query text; the runner's own if left out. */
      dialect?: string
      /** Whether a schedule started the run. */
      isScheduled?: boolean
      /** IANA name of the time zone of the session; null or left out for the source's own. */
      timeZone?: string | null
    }
  /** Stops a run at its source after the run's own process is gone. */
  | { kind: 'stop'; type: string; options: Record<string, unknown>; session: Session }
  /** Reads from the source what a run is waiting for there. */
  | { kind: 'wait_state'; type: string; options: Record<string, unknown>; session: Session }
  | { kind: 'test'; type: string; options: Record<string, unknown> }
  | { kind: 'schema'; type: string; options: Record<string, unknown> }
  | { kind: 'import'; path: string; name: string; targetPath: string; tempDir: string }

export interface Limits {
  /** Milliseconds; null for none. */
  time: number | null
  rows: number
  /** Bytes of uncompressed values. */
  bytes: number
}

/** Facts about a result file that was just written. */
export interface WrittenResult {
  columns: Column[]
  rowCount: number
  /** Bytes of the file. */
  size: number
  /** Milliseconds from the start of the run until the file was complete. */
  duration: number
  /** Milliseconds of the duration that were spent waiting for the source. */
  database: number
  /** From opening the file to its end. */
  writing: Period
  metadata: Record<string, unknown>
  log: string[]
  /** Sentence naming the limit that cut the result short; null if it is complete. */
  truncated: string | null
}

export type TaskOutcome<T extends Task['kind'] = Task['kind']> = {
  run: WrittenResult
  stop: { ok: true }
  wait_state: { waitState: string | null }
  test: { note: string | null }
  schema: SchemaTable[]
  import: Upload['tables']
}[T]

/** Parent → executor. */
export type Request =
  | {
      id: number
      task: Task
      /** Module URL of the task's runner; null if the task has no source type or the type is unknown. */
      home: string | null
    }
  | { id: number; cancel: true }

/** Executor → parent. */
export type Message =
  | { id: number; progress: { rows: number /** Uncompressed bytes. */; bytes: number } }
  | { id: number; session: Session }
  | { id: number; firstRows: { columns: Column[]; rows: Cell[][] } }
  | { id: number; done: TaskOutcome }
  | {
      id: number
      failed: {
        message: string /** 1-based character of the text. */
        position: number | null
        /**
         * `unconfirmed`: the task was cancelled and its source did not confirm that it has stopped. `disk_full`: the disk of
         * this machine is full.
         */
        kind: 'query' | 'unknown_outcome' | 'cancelled' | 'unconfirmed' | 'disk_full' | 'internal'
      }
    }

export interface TaskListeners {
  onProgress?(progress: { rows: number; bytes: number }): void
  /** Called with what identifies the run at its source. */
  onSession?(session: Session): void
  onFirstRows?(first: { columns: Column[]; rows: Cell[][] }): void
}

/**
 * Processes that run tasks outside the server's event loop. They stay warm, are reused, and are replaced when they die or grow.
 */
export interface Executors {
  /**
   * Runs one task to its end. Aborting `signal` asks the runner to stop; if it does not stop within some seconds, its process
   * is killed. The promise rejects only after the source has stopped, or with a message that the stop was not confirmed.
   * @throws QueryError with the message of the source, the cancellation or the limit; Error when the process died
   */
  run<T extends Task>(task: T, signal: AbortSignal, listeners?: TaskListeners): Promise<TaskOutcome<T['kind']>>
  /** False if a process could not start and none has since. Then this starts another one, at most one in ten seconds. */
  canStart(): boolean
  close(): Promise<void>
}
