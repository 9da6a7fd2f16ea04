import type { SchemaTable, Upload } from '@sightline/contract/data-sources.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Column } from '../platform/results/batch.ts'
import type { InputTable, Session } from '../runners/runner.ts'

/** Work for an executor process. Options arrive decrypted, over the process's own channel, and are never logged. */
export type Task =
  | {
      kind: 'run'
      type: string
      options: Record<string, unknown>
      text: string
      limits: Limits
      resultPath: string
      tempDir: string
      inputs?: readonly InputTable[]
      /** The dialect of the query text. When left out, the runner's own. */
      dialect?: string
      /** A schedule has started it. */
      isScheduled?: boolean
    }
  /** Ends what a run whose process is gone still does at its source. */
  | { kind: 'stop'; type: string; options: Record<string, unknown>; session: Session }
  /** Looks what a run waits for inside its source. */
  | { kind: 'look'; type: string; options: Record<string, unknown>; session: Session }
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

/** What is known about a result file that was just written. */
export interface WrittenResult {
  columns: Column[]
  rowCount: number
  /** Bytes of the file. */
  size: number
  /** Milliseconds from the start of the run until the file was complete. */
  duration: number
  /** Milliseconds of it spent waiting for the source. */
  database: number
  metadata: Record<string, unknown>
  log: string[]
  /** A sentence naming the limit that cut the result short; null when it is whole. */
  truncated: string | null
}

export type TaskOutcome<T extends Task['kind'] = Task['kind']> = {
  run: WrittenResult
  stop: { ok: true }
  look: { waitState: string | null }
  test: { note: string | null }
  schema: SchemaTable[]
  import: Upload['tables']
}[T]

/** Parent → executor. */
export type Request =
  | {
      id: number
      task: Task
      /** The address of the module of its type of data source; null where it has none, or one that nobody knows. */
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
         * `unconfirmed`: it was to stop, and its source did not confirm that it has stopped. `disk_full`: there was no room for
         * what it wrote on this machine.
         */
        kind: 'query' | 'unknown_outcome' | 'cancelled' | 'unconfirmed' | 'disk_full' | 'internal'
      }
    }
