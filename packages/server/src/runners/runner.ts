import { CANCELLED_ERROR } from '@sightline/contract/cancelled-error.ts'
import type { SchemaTable, SourceCategory, Syntax, TextPassing } from '@sightline/contract/data-sources.ts'
import type { ExploreDialectName } from '@sightline/domain/explore/dialects/registry.ts'
import { otherLanguage, queryDialect } from '@sightline/domain/query-dialect.ts'
import type { QueryLanguage } from '@sightline/domain/query-text/languages.ts'
import type { z } from 'zod'
import type { Batch, Column } from '../platform/results/batch.ts'

/** The context of one run, besides the query text. */
export interface RunContext<Config> {
  config: Config
  /**
   * Aborts on cancel and on the time limit. A runner must stop the query at its engine, then throw. If the engine cannot be
   * interrupted (a statement that blocks this process), the executor process is killed from outside.
   */
  signal: AbortSignal
  /** Private networks that a URL in a query text may lead to, as the operator has listed them; none when left out. */
  sourceNetworks?: readonly string[]
  /** Folders of this machine whose files may be read, as the operator has listed them; none when left out. */
  sourceFolders?: readonly string[]
  /** A folder for this run only, removed afterwards. */
  tempDir: string
  /** Call it as soon as the source has given the run an identity: `stop` and `waitState` get the same session. */
  onSession?(session: Session): void
  /** True when string literals of the text are to be passed as the type says (`textPassing`). */
  bindsTexts?: boolean
  /** True when a schedule has started the run, so nobody is waiting for it. */
  isScheduled?: boolean
  /** The dialect of the query text; the runner's own when left out. */
  dialect?: string
  /** IANA name of the time zone to set for the session; null or left out for the source's own. */
  timeZone?: string | null
  /** The tables that the query reads, for types with `readsQueries`. */
  inputs?: readonly InputTable[]
}

/** A stored result that a query reads as a table. */
export interface InputTable {
  /** Its name in SQL, in lower case. */
  name: string
  /** A local result file. */
  path: string
  columns: Column[]
  /** A sentence naming the limit that cut the result short; null when it is whole. */
  truncated: string | null
}

/** The context of everything except a run: connection tests, schemas, stopping. */
export type SourceContext<Config> = Pick<RunContext<Config>, 'config' | 'signal' | 'sourceNetworks' | 'sourceFolders'>

/** Identifies a run at its source, such as by the id of a server process. It is stored with the execution and holds no secret. */
export type Session = Record<string, string | number>

/** The result of a run: columns first, known before the first row, then batches of rows as they arrive. */
export interface RunnerResult {
  columns: Column[]
  batches: AsyncIterable<Batch> | Iterable<Batch>
  /** Read after the last batch: facts about the run such as `data_scanned` (bytes), and lines of a log. */
  metadata?: () => Record<string, unknown>
  log?: () => string[]
}

/** One type of data source. Optional methods are its capabilities: without `getSchema` there is no schema browser. */
export interface Runner<Schema extends z.ZodObject = z.ZodObject> extends RunnerFlags {
  /** The type's id in the API, stored with each data source. */
  type: string
  name: string
  gallery: GalleryPlace
  syntax: Syntax
  /**
   * Dialect for editor and formatter, such as `postgresql`, `mysql` or `duckdb` (`web/editor/dialects`, `sql-text/quoted-name`).
   * Unknown names are treated as standard SQL, '' as not SQL. If the API calls the syntax `sql` although the text is not SQL, this
   * is the name of the language (`domain/query-text/other-languages`).
   */
  dialect: string
  /** Dialects that a query can choose instead, the one for new queries first. A query that chooses none is in `dialect`. */
  dialects?: readonly string[]
  /** How query texts quote and comment, so that parameter values can be filled in safely. */
  language: QueryLanguage
  /**
   * How string literals are passed in a run with `bindsTexts`, as the editor and the guide say it; the text is sent as it is written
   * when left out.
   */
  textPassing?: TextPassing
  /** How Explore writes SQL for its tables (`domain/explore/dialects`); without it, only stored results are explored in SQL. */
  exploreDialect?: ExploreDialectName
  /** The topic of the help page about this type; see `docs/guide`. */
  guide: string
  /** URL of its module: executors load it alone, and `logo.svg` beside it is the logo in pickers and on cards. */
  moduleUrl: string
  /** The logo of a type of a plug-in, whose module has none beside it. */
  logo?: string
  /** The options, for `configuration_schema` in the API; see `platform/type-options.ts` for titles, secrets and order. */
  config: Schema
  /** True for a type that has a successor: not offered for new sources, but existing ones run and are edited as before. */
  isDeprecated?: true
  /**
   * The options that are paths of files on the server: they may only lead to folders that the operator has listed. A relative path
   * is resolved against the data directory.
   */
  localFiles?: readonly (keyof z.output<Schema> & string)[]
  /** True when its option `files` lists uploads: the server adds the local path of each. */
  hasUploads?: true
  /**
   * True when its tables are the results of queries. The server finds them in the text, runs them first, inside the run that
   * needs them and in its slot, and passes them as `inputs`; it also lists them as the schema.
   */
  readsQueries?: true
  /** True when its sessions are always in the organization's time zone; other types may have the option `session_time_zone`. */
  followsOrganizationZone?: true
  /**
   * Runs a query text. Throws a `QueryError` with one clear sentence for what the database refuses. A statement without a result
   * set throws `QueryError('Query completed but it returned no data.')`.
   */
  run(text: string, context: RunContext<z.output<Schema>>): Promise<RunnerResult>
  /**
   * Stops a run at its source, over another connection, when its own process is gone. Resolves when the source has stopped working
   * on it; throws when that could not be confirmed.
   */
  stop?(session: Session, context: SourceContext<z.output<Schema>>): Promise<void>
  /** The wait state of a run inside the source as one short sentence; null while it computes, or if the source reports none. */
  waitState?(session: Session, context: SourceContext<z.output<Schema>>): Promise<string | null>
  /**
   * Resolves when the source answers: with a sentence for the admin if the connection is less secure than it could be, else null.
   * Throws an error that says why the source does not answer.
   */
  testConnection?(context: SourceContext<z.output<Schema>>): Promise<string | null> | Promise<void>
  /** Tables sorted by name, with their columns. */
  getSchema?(context: SourceContext<z.output<Schema>>): Promise<SchemaTable[]>
}

/** How the gallery of new data sources presents a type. */
export interface GalleryPlace {
  category: SourceCategory
  /** Other words that people search for, in lower case. */
  aliases?: readonly string[]
  /** True for a type that the gallery lists first. */
  isPopular?: true
}

/** Flags with a default: the first two are true for SQL and false for other languages, the last is false. */
interface RunnerFlags {
  /** True when the text is sent with a comment in front that says who runs it. */
  annotates: boolean
  /** True when a row limit can be added to a query without one. */
  supportsAutoLimit: boolean
  /** True when user text runs inside this very process (DuckDB, SQLite): such runs get an executor of their own. */
  embedded: boolean
}

/** A runner as its folder defines it: flags that have their default are left out. */
export type RunnerDefinition<Schema extends z.ZodObject = z.ZodObject> = Omit<Runner<Schema>, keyof RunnerFlags> &
  Partial<RunnerFlags>

/** A failure of the query itself, worded for the analyst. `position`: 1-based character of the text, null when unknown. */
export class QueryError extends Error {
  readonly position: number | null
  constructor(message: string, options: { cause?: unknown; position?: number | null } = {}) {
    super(message, { cause: options.cause })
    this.name = 'QueryError'
    this.position = options.position ?? null
  }
}

/** The source did not answer, so it is unknown whether the statement was carried out. */
export class OutcomeUnknown extends QueryError {}

export class ConnectionLost extends OutcomeUnknown {
  constructor(options: { cause?: unknown } = {}) {
    super('The connection to the server was lost.', options)
  }
}

/** Message of a run that was stopped on request. */
export const CANCELLED = CANCELLED_ERROR
/** Added to it when the source did not confirm that it has stopped. */
export const STILL_RUNNING = 'The data source did not confirm that it has stopped: it may still be working on the query.'

/** The run has ended here after a cancel, but its source did not confirm that it has stopped. */
export class StopUnconfirmed extends QueryError {
  constructor(cause: unknown) {
    super(`${CANCELLED} ${STILL_RUNNING}`, { cause })
  }
}
export const NO_DATA = 'Query completed but it returned no data.'

/** A runner whose options are known only at run time: callers parse them with its `config` before each call. */
export type AnyRunner = Runner<z.ZodObject>

/** The runner for a query that has chosen a dialect, or none. */
export const inDialect = (runner: AnyRunner, chosen: string | null | undefined): AnyRunner =>
  runner.dialects ? { ...runner, dialect: queryDialect(runner, chosen) } : runner

/** Fills in the flags that a definition leaves out. */
export function defineRunner<Schema extends z.ZodObject>(definition: RunnerDefinition<Schema>): AnyRunner {
  const isSql = definition.syntax === 'sql' && otherLanguage(definition.dialect) === null
  const runner: Runner<Schema> = { annotates: isSql, supportsAutoLimit: isSql, embedded: false, ...definition }
  // The cast forgets which options the runner takes: callers parse them with `runner.config`, so the types hold at run time.
  return runner as unknown as AnyRunner
}
