import type { SchemaTable, Syntax } from '@sightline/contract/data-sources.ts'
import type { z } from 'zod'
import type { Batch, Column } from '../platform/results/batch.ts'

/** What a run hands to its runner besides the text. */
export interface RunContext<Config> {
  config: Config
  /**
   * Aborts on cancel and on the time limit. A runner must ask its engine to stop, then throw; where the engine cannot be
   * asked (a statement that blocks this process), the executor process is ended from outside.
   */
  signal: AbortSignal
  /** A folder of this run alone, removed afterwards. */
  tempDir: string
}

/** The answer of a runner: columns first, known before the first row, then batches of rows as they arrive. */
export interface RunnerResult {
  columns: Column[]
  batches: AsyncIterable<Batch> | Iterable<Batch>
  /** Read after the last batch: facts about the run such as `data_scanned` (bytes), and lines of a log. */
  metadata?: () => Record<string, unknown>
  log?: () => string[]
}

/** One kind of data source. Capabilities are what is present: without `getSchema` there is no schema browser. */
export interface Runner<Schema extends z.ZodObject = z.ZodObject> {
  /** The wire's type id, stored with each data source. */
  type: string
  name: string
  syntax: Syntax
  /** Dialect for editor and formatter, one of `postgresql`, `mysql`, `mariadb`, `sqlite`, `duckdb`; '' when not SQL. */
  dialect: string
  /** An SVG for pickers and cards, read from the type's folder; '' when there is none. */
  logo: string
  /** The options. The wire's configuration_schema is made from it; see `config.ts` for titles, secrets and order. */
  config: Schema
  /** True when the text is preceded by a comment that says who runs it. */
  annotates: boolean
  supportsAutoLimit: boolean
  /** True when user text runs inside this very process (DuckDB, SQLite): such runs get an executor of their own. */
  embedded: boolean
  /**
   * Runs a text. Throws a `QueryError` with one clear sentence for what the database refuses. A statement without a result
   * set throws `QueryError('Query completed but it returned no data.')`.
   */
  run(text: string, context: RunContext<z.output<Schema>>): Promise<RunnerResult>
  /** Resolves when the source answers; throws an error that says why not. */
  testConnection?(context: Omit<RunContext<z.output<Schema>>, 'tempDir'>): Promise<void>
  /** Tables sorted by name, with their columns. */
  getSchema?(context: Omit<RunContext<z.output<Schema>>, 'tempDir'>): Promise<SchemaTable[]>
}

/** A failure of the query itself, in words for the analyst. `position`: 1-based character of the text, when the engine tells. */
export class QueryError extends Error {
  readonly position: number | null
  constructor(message: string, options: { cause?: unknown; position?: number | null } = {}) {
    super(message, { cause: options.cause })
    this.name = 'QueryError'
    this.position = options.position ?? null
  }
}

/** What a run says when it was stopped on request. */
export const CANCELLED = 'Query cancelled by user.'
export const NO_DATA = 'Query completed but it returned no data.'

/** A runner whose options are known only at run time: they are parsed with its `config` before each call. */
export type AnyRunner = Runner<z.ZodObject>

/** Gives a runner its types; the registry checks the rest when it loads. */
export function defineRunner<Schema extends z.ZodObject>(runner: Runner<Schema>): AnyRunner {
  // The cast forgets which options the runner takes: callers parse them with `runner.config`, so the types hold at run time.
  return runner as unknown as AnyRunner
}
