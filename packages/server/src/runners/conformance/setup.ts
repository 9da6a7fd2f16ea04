import type { StorageKind } from '../../platform/results/batch.ts'
import type { ReadValue } from '../../testing/rows-of.ts'
import type { RunContext } from '../runner.ts'

// The facts about a source that its conformance tests need.

export type Options = Record<string, unknown>

/** Says in a few words why an engine cannot have a case. */
export interface NotApplicable {
  notApplicable: string
}
export const notApplicable = (reason: string): NotApplicable => ({ notApplicable: reason })

/** A query and its expected rows, as `rowsOf` reads them. `storage` is the expected storage of the columns. */
export interface ExpectedResult {
  text: string
  rows: ReadValue[][]
  storage?: StorageKind[]
}
/** Options that cannot connect, and the expected error message. */
export interface Refusal {
  options: Options
  message: RegExp
}
export interface Failure {
  text: string
  message: RegExp
  /** The part of the query that the error position must point to; omitted if the source reports no position. */
  at?: string
}
/** The names of tables, in lower case, that a source must list completely. */
export const manyTables: readonly string[] = Array.from({ length: 10_000 }, (_, index) => `conformance_${index}`)

interface Schema {
  /** Creates tables with the names of `manyTables` and an integer column `id`. */
  create?(names: readonly string[]): Promise<unknown>
  /** How many of them, where a server takes minutes for 10,000. */
  count?: number
  /** Tables that exist beforehand, with some of their columns. */
  tables: Record<string, string[]>
}

/** The facts for a case, or why the case does not apply. */
export type Case<Facts> = Facts | NotApplicable

export interface ConformanceSetup {
  /** Options that connect to the source. */
  options(): Options
  /** Additional run context, for types that need more than options. */
  surroundings?(): Pick<RunContext<Options>, 'tempDir' | 'sourceFolders'>
  /** The same options through a local TCP proxy. `port` is the real port of the source. */
  proxied: Case<{ port(): number; options(proxyPort: number): Options }>
  refused: { host: Case<() => Refusal>; password: Case<() => Refusal>; database: Case<() => Refusal> }
  columns: ExpectedResult & { names: string[] }
  repeatedNames: Case<{ text: string; names: string[] }>
  noRows: Case<{ text: string; names: string[] }>
  noResultSet: Case<{ text: string; message: string }>
  /** Values by kind; `strange` is for types that only this source has. */
  values: Record<
    | 'nulls'
    | 'integers'
    | 'decimals'
    | 'floats'
    | 'booleans'
    | 'texts'
    | 'emptyTexts'
    | 'dates'
    | 'wallClocks'
    | 'instants'
    | 'binary'
    | 'nested'
    | 'strange',
    Case<ExpectedResult>
  >
  /** Returns the numbers from 1 to `count` in its first column, in order. */
  many: Case<{ text: string; count: number }>
  /** Takes minutes before its first row. */
  slow: Case<string>
  /** Returns more rows than anyone would read. */
  endless: Case<string>
  /** Whether the source is working on a query, checked over another connection. */
  isWorkingOn: Case<(text: string) => Promise<boolean>>
  failing: Case<Failure>
  failingMidway: Case<Failure>
  severalStatements: Case<ExpectedResult>
  writing: Case<Failure>
  schema: Case<Schema>
  /** Whether the source can be asked to end a run whose process has died. */
  stoppable: boolean
}
