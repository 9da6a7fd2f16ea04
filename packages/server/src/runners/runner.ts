import type { SchemaTable, Syntax } from '@sightline/contract/data-sources.ts'
import { queryDialect } from '@sightline/domain/query-dialect.ts'
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
  /** Private networks that an address in a text may lead to: those that the operator has listed. None when left out. */
  sourceNetworks?: readonly string[]
  /** Folders of this machine whose files may be read: those that the operator has listed. None when left out. */
  sourceFolders?: readonly string[]
  /** A folder of this run alone, removed afterwards. */
  tempDir: string
  /** Tells how the run is known at the source, as soon as that is known: what `stop` and `waitState` take. */
  onSession?(session: Session): void
  /** True when a schedule has started the run, and nobody waits for it. */
  isScheduled?: boolean
  /** The dialect of the query text. When left out, the runner's own. */
  dialect?: string
  /** The tables that the text reads, for types with `readsQueries`. */
  inputs?: readonly InputTable[]
}

/** A stored result that a text reads as a table. */
export interface InputTable {
  /** Its name in SQL, in lower case. */
  name: string
  /** A local result file. */
  path: string
  columns: Column[]
  /** A sentence naming the limit that cut the result short; null when it is whole. */
  truncated: string | null
}

/** What a runner is given for anything but a run. */
export type ErrandContext<Config> = Pick<RunContext<Config>, 'config' | 'signal' | 'sourceNetworks' | 'sourceFolders'>

/** What names a run at its source, such as the number of a server's process. It holds no secret. */
export type Session = Record<string, string | number>

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
  /**
   * Dialect for editor and formatter, one of `postgresql`, `mysql`, `mariadb`, `sqlite`, `duckdb`, `transactsql`, `clickhouse`;
   * another name is read as standard SQL, '' when it is not SQL. Where the wire calls the syntax `sql` and the text is none, the
   * name of its language (`domain/sql-text/other-languages`).
   */
  dialect: string
  /** Dialects that a query can choose instead, the one for new queries first. A query that chooses none is in `dialect`. */
  dialects?: readonly string[]
  /** The address of its module: executors load it alone, and `logo.svg` beside it shows it in pickers and on cards. */
  home: string
  /** The options. The wire's configuration_schema is made from it; see `platform/type-options.ts` for titles, secrets and order. */
  config: Schema
  /** True when the text is preceded by a comment that says who runs it. */
  annotates: boolean
  supportsAutoLimit: boolean
  /** True for a type that others have taken the place of: not offered for new sources, but run and edited as ever. */
  isDeprecated?: true
  /** True when user text runs inside this very process (DuckDB, SQLite): such runs get an executor of their own. */
  embedded: boolean
  /**
   * The options that are paths of files on the server: they may only lead to folders that the operator has listed. A relative one is
   * handed in as one of the data directory.
   */
  localFiles?: readonly (keyof z.output<Schema> & string)[]
  /**
   * True when its tables are the results of queries. The server finds them in the text, runs them first, inside the run that
   * needs them and in its slot, and hands them in as `inputs`; it also lists them as the schema.
   */
  readsQueries?: true
  /**
   * Runs a text. Throws a `QueryError` with one clear sentence for what the database refuses. A statement without a result
   * set throws `QueryError('Query completed but it returned no data.')`.
   */
  run(text: string, context: RunContext<z.output<Schema>>): Promise<RunnerResult>
  /**
   * Ends what a run still does at its source, on another connection: for runs whose own process is gone. Resolves when the source
   * does nothing for it any more; throws when that could not be seen.
   */
  stop?(session: Session, context: ErrandContext<z.output<Schema>>): Promise<void>
  /** What a run waits for inside the source, in one short sentence; null when it computes, or the source does not tell. */
  waitState?(session: Session, context: ErrandContext<z.output<Schema>>): Promise<string | null>
  /**
   * Resolves when the source answers, with one sentence for whoever tests where the connection is less secure than it could be;
   * throws an error that says why there is none.
   */
  testConnection?(context: ErrandContext<z.output<Schema>>): Promise<string | null> | Promise<void>
  /** Tables sorted by name, with their columns. */
  getSchema?(context: ErrandContext<z.output<Schema>>): Promise<SchemaTable[]>
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

/** The run ended without an answer of its source, so nobody knows whether the statement was carried out. */
export class OutcomeUnknown extends QueryError {}

export class ConnectionLost extends OutcomeUnknown {
  constructor(options: { cause?: unknown } = {}) {
    super('The connection to the server was lost.', options)
  }
}

/** What a run says when it was stopped on request. */
export const CANCELLED = 'Query cancelled by user.'
/** What it says besides, when it is not known whether its source has stopped. */
export const STILL_RUNNING = 'The data source did not confirm that it has stopped: it may still be working on the query.'

/** A run that was to be stopped has ended here, but its source did not confirm that it has stopped. */
export class StopUnconfirmed extends QueryError {
  constructor(cause: unknown) {
    super(`${CANCELLED} ${STILL_RUNNING}`, { cause })
  }
}
export const NO_DATA = 'Query completed but it returned no data.'

/** A runner whose options are known only at run time: they are parsed with its `config` before each call. */
export type AnyRunner = Runner<z.ZodObject>

/** The runner as it is for a query that has chosen a dialect, or none. */
export const inDialect = (runner: AnyRunner, chosen: string | null | undefined): AnyRunner =>
  runner.dialects ? { ...runner, dialect: queryDialect(runner, chosen) } : runner

/** Gives a runner its types; the registry checks the rest when it loads. */
export function defineRunner<Schema extends z.ZodObject>(runner: Runner<Schema>): AnyRunner {
  // The cast forgets which options the runner takes: callers parse them with `runner.config`, so the types hold at run time.
  return runner as unknown as AnyRunner
}
