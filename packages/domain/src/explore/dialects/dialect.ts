import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { ExploredColumn, ExploredMeasure } from '../exploration.ts'

/** A column as the expressions of a dialect take it. */
export interface Target extends ExploredColumn {
  /** The column as it is written in the query. */
  ref: string
  /** The data source's own name of the type; '' if unknown. */
  sourceType: string
}

/** The time zone and the literals for expressions. */
export interface SqlContext {
  /** In which instants are cut. */
  timeZone: string
  /** A text as a string literal. */
  literal(text: string): string
}

/** A column of the answer, by which rows are grouped or sorted. */
export interface Term {
  /** The position in the list of SELECT, from 1; the column itself where the list is `*`. */
  place: number | string
  sql: string
  alias: string
  isNeverNull: boolean
}

/** How a dialect writes what differs between databases. Functions return null for what it cannot write. */
export interface ExploreDialect {
  /** As in sentences: `MySQL has no median of groups.` */
  name: string
  quoted(name: string): string | null
  /** Parts of a text, as one value. */
  joined(literals: readonly string[]): string
  /** Stands before each literal of a text, for texts with any letters. */
  textPrefix: string
  /** Whether results may have names in small letters that the database has in capitals, as an option of some data sources. */
  mayLowerNames: boolean
  booleans: readonly [no: string, yes: string]
  /** Whether a column of an unknown type may be compared and searched as a text. */
  readsUntyped: boolean
  /** Whether an alias takes the place of a column with the same name in the rest of the query. */
  aliasesHideColumns: boolean
  /** Whether dates and times may be stored as texts. */
  hasTextDates: boolean
  /** The column as times are compared. */
  time(target: Target): string
  text(target: Target): string
  /** @param time as in cells: `2024-05-01`, `2024-05-01T10:00:00` or, of an instant, `2024-05-01T10:00:00Z` */
  timeLiteral(time: string, target: Target, context: SqlContext): string | null
  /** The start of a day: of instants, on the clock of the time zone. */
  dayStart(day: string, target: Target, context: SqlContext): string | null
  /**
   * The start of the day after a day, which may be a parameter within a literal. If it is not null, `dayStart` takes a parameter too;
   * else the days of times have to be compared.
   */
  nextDayStart(day: string, target: Target, context: SqlContext): string | null
  /** The start of the unit in which a time lies: a date, or for hours a time. */
  unitStart(unit: TimeUnit, target: Target, context: SqlContext): string | null
  /** Whether a text contains another one, ignoring case. Both are expressions. */
  contains(text: string, searched: string): string
  measure(kind: ExploredMeasure['kind'], target: Target): string | null
  /** How rows are grouped by an expression. */
  groupBy(term: Term): string
  /** Sorts empty values last, in both directions. */
  orderBy(term: Term, descending: boolean): string
  /** The clauses that limit the rows: behind the word SELECT, and at the end. */
  limit(rows: number): { select?: string; end?: string }
}
