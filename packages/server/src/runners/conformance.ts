import type { StorageKind } from '../platform/results/batch.ts'
import type { ReadValue } from '../testing/rows-of.ts'
import { describeAnswers, describeRefusals } from './conformance/answers.ts'
import { describeConnections } from './conformance/connections.ts'
import { subjectOf } from './conformance/runs.ts'
import { describeSchema } from './conformance/schema.ts'
import { describeStopping } from './conformance/stopping.ts'
import type { AnyRunner, RunContext } from './runner.ts'

export { failureOf } from './conformance/runs.ts'

// The cases that every type of data source passes, with texts of its own: a type's test calls `describeConformance`.

export type Options = Record<string, unknown>

/** Why an engine cannot have a case, in a few words for whoever reads the tests. */
export interface NotApplicable {
  notApplicable: string
}
export const notApplicable = (reason: string): NotApplicable => ({ notApplicable: reason })

/** A text and the rows that it answers with, as `rowsOf` reads them; `storage` is how the columns are kept. */
export interface Answer {
  text: string
  rows: ReadValue[][]
  storage?: StorageKind[]
}
/** Options that lead nowhere, and what is said of it. */
export interface Refusal {
  options: Options
  message: RegExp
}
export interface Failure {
  text: string
  message: RegExp
  /** Where in the text the error is shown; left out where the source does not tell. */
  at?: string
}
interface Schema {
  /** Creates tables with these names and an integer `id`. */
  create?(names: string[]): Promise<void>
  /** Tables that are there beforehand, with some of their columns. */
  tables: Record<string, string[]>
}

/** Facts for a case, or why there are none. */
export type Case<Facts> = Facts | NotApplicable

export interface ConformanceSetup {
  /** Options that reach the source. */
  options(): Options
  /** What a run is given besides, where it needs more than its options. */
  surroundings?(): Pick<RunContext<Options>, 'tempDir' | 'sourceFolders'>
  /** The same through a proxy on a port of this machine, for sources on TCP. `port` is the real one. */
  proxied: Case<{ port(): number; options(proxyPort: number): Options }>
  refused: { host: Case<() => Refusal>; password: Case<() => Refusal>; database: Case<() => Refusal> }
  columns: Answer & { names: string[] }
  repeatedNames: Case<{ text: string; names: string[] }>
  noRows: Case<{ text: string; names: string[] }>
  noResultSet: Case<{ text: string; message: string }>
  /** Values, by what they are; add those that no other source has as `strange`. */
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
    Case<Answer>
  >
  /** Answers with the numbers from 1 to 5,000 in its first column, in order. */
  many: Case<{ text: string; count: number }>
  /** Works for minutes before its first row. */
  slow: Case<string>
  /** Has more rows than anybody reads. */
  endless: Case<string>
  /** Whether the source is at work on a text; asked by somebody else. */
  isWorkingOn: Case<(text: string) => Promise<boolean>>
  failing: Case<Failure>
  failingMidway: Case<Failure>
  severalStatements: Case<Answer>
  writing: Case<Failure>
  schema: Case<Schema>
  /** Where the source can be asked to end a run whose process is gone. */
  stoppable: boolean
}

/** Describes a runner in the cases that its setup has facts for. */
export function describeConformance(runner: AnyRunner, setup: ConformanceSetup): void {
  const subject = subjectOf(runner, setup)
  describeConnections(subject)
  describeAnswers(subject)
  describeRefusals(subject)
  describeStopping(subject)
  describeSchema(subject)
}
