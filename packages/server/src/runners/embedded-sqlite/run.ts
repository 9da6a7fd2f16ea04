import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { type Batch, type Column, uniqueNames } from '../../platform/results/batch.ts'
import { VectorBuilder } from '../../platform/results/vectors.ts'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import type { ReadOnlyDatabase } from './database.ts'
import { type ColumnPlan, type Kind, kindOf, kindSql, planOf, type SqliteValue } from './kinds.ts'
import { type Prepared, prepare } from './prepare.ts'

type Row = SqliteValue[]

/** The engine blocks this thread, so after this many rows the event loop gets a turn, in which a cancel can arrive. */
const BATCH_ROWS = 2000

/** Rows, and approximate characters, that are buffered before the first batch to determine column types. */
const AHEAD_ROWS = 20_000
const AHEAD_CHARACTERS = 32_000_000

/** The kinds of all values in a column of a table; null if unknown. */
export type StoredKinds = (table: string, column: string) => ReadonlySet<Kind> | null

export interface SqliteRun extends Pick<RunContext<unknown>, 'signal' | 'bindsTexts'> {
  /** Where these are known, a long result of such columns need not be computed twice to type its columns. */
  storedKinds?: StoredKinds
}

/** Runs the statements of a query text and returns the rows of the last. Closes the database after the last row. */
export async function runSqlite(
  opened: ReadOnlyDatabase,
  text: string,
  { signal, bindsTexts = false, storedKinds = () => null }: SqliteRun,
): Promise<RunnerResult> {
  try {
    if (signal.aborted) throw new QueryError(CANCELLED)
    const statements = statementsOf(text, 'sqlite')
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    for (const statement of statements) for await (const _ of slices(prepare(opened.database, statement, bindsTexts), signal));
    const prepared = prepare(opened.database, last, bindsTexts)
    const described = prepared.statement.columns()
    const names = uniqueNames(described.map(({ name }) => name))
    if (names.length === 0) throw new QueryError(NO_DATA)
    const reading = slices(prepared, signal)
    const ahead = await readAhead(reading, names.length)
    const kinds = ahead.isWhole
      ? ahead.kinds
      : (kindsOfTables(prepared, ahead.kinds, storedKinds) ?? kindsOfAll(opened.database, prepared, ahead.kinds) ?? ahead.kinds)
    const plans = kinds.map(planOf)
    const declared = described.map(({ type }) => type ?? '')
    const columns = plans.map(
      ({ type, storage }, index): Column => ({ name: names[index] ?? '', type, storage, sourceType: declared[index] ?? '' }),
    )
    return { columns, batches: batchesOf(ahead.slices, reading, plans, opened, text) }
  } catch (error) {
    opened.close()
    throw opened.toQueryError(error, text)
  }
}

/** Reads the rows of a statement in slices. */
async function* slices({ statement, values }: Prepared, signal: AbortSignal): AsyncGenerator<Row[], void, undefined> {
  let rows: Row[] = []
  for (const row of statement.iterate(...values)) {
    // The database was opened with rows as arrays.
    rows.push(row as unknown as Row)
    if (rows.length < BATCH_ROWS) continue
    yield rows
    rows = []
    await setImmediate()
    if (signal.aborted) throw new QueryError(CANCELLED)
  }
  if (rows.length > 0) yield rows
}

interface ReadAhead {
  slices: Row[][]
  /** Kinds of values found, per column. */
  kinds: Set<Kind>[]
  /** There are no more rows. */
  isWhole: boolean
}

async function readAhead(reading: AsyncGenerator<Row[], void, undefined>, width: number): Promise<ReadAhead> {
  const ahead: ReadAhead = { slices: [], kinds: Array.from({ length: width }, () => new Set()), isWhole: false }
  let rowCount = 0
  let characters = 0
  while (rowCount < AHEAD_ROWS && characters < AHEAD_CHARACTERS) {
    const { value: rows, done } = await reading.next()
    if (done) return { ...ahead, isWhole: true }
    ahead.slices.push(rows)
    rowCount += rows.length
    for (const row of rows) {
      for (let column = 0; column < width; column++) {
        const value = row[column] ?? null
        ahead.kinds[column]?.add(kindOf(value))
        if (typeof value === 'string' || value instanceof Uint8Array) characters += value.length
      }
    }
  }
  return ahead
}

/** In these statements SQLite names the table of a column for the first part only. */
const IN_PARTS = /\b(union|intersect|except|values)\b/i

/**
 * The kinds of a long result from the tables that its columns come from. A result holds no more kinds than its table, and no
 * fewer than its first rows; if both have the same plan, so has everything between.
 * @returns null if the plan of a column remains open
 */
function kindsOfTables(
  { statement, text }: Prepared,
  found: readonly ReadonlySet<Kind>[],
  storedKinds: StoredKinds,
): ReadonlySet<Kind>[] | null {
  if (IN_PARTS.test(text)) return null
  const kinds: ReadonlySet<Kind>[] = []
  for (const [index, { table, column }] of statement.columns().entries()) {
    const stored = table !== null && column !== null ? storedKinds(table, column) : null
    if (stored === null || planOf(stored) !== planOf(found[index] ?? new Set())) return null
    kinds.push(stored)
  }
  return kinds
}

/**
 * Determines the kinds of all values of a long result in SQL. This runs the query again, but reads no rows into this process.
 * @param found the kinds of the first rows; if their plans hold for every value, the rest is not looked at more closely
 * @returns null for statements that cannot be a subquery, such as PRAGMA
 */
function kindsOfAll(
  database: DatabaseSync,
  { text, values }: Prepared,
  found: readonly ReadonlySet<Kind>[],
): readonly ReadonlySet<Kind>[] | null {
  const names = found.map((_, index) => `c${index}`)
  const read = (select: string) =>
    database.prepare(`WITH result(${names.join(', ')}) AS (\n${text}\n) SELECT ${select}`).get(...values)
  const others = found.flatMap((kinds, index) => planOf(kinds).otherSql?.(`c${index}`) ?? [])
  try {
    if (others.length === 0 || read(`1 FROM result WHERE ${others.join(' OR ')} LIMIT 1`) === undefined) return found
    const row: unknown = read(`${names.map((name) => `group_concat(DISTINCT ${kindSql(name)})`).join(', ')} FROM result`)
    return Array.isArray(row) ? row.map((kinds) => new Set(String(kinds ?? '').split(',') as Kind[])) : null
  } catch {
    return null
  }
}

async function* batchesOf(
  ahead: Row[][],
  reading: AsyncGenerator<Row[], void, undefined>,
  plans: readonly ColumnPlan[],
  opened: ReadOnlyDatabase,
  text: string,
): AsyncGenerator<Batch, void, undefined> {
  const builders = plans.map(({ storage }) => new VectorBuilder(storage))
  const toBatch = (rows: Row[]): Batch => {
    plans.forEach((plan, column) => {
      const builder = builders[column]
      if (builder) appendColumn(plan, builder, rows, column)
    })
    return { rowCount: rows.length, vectors: builders.map((builder) => builder.take()) }
  }
  try {
    for (const rows of ahead) yield toBatch(rows)
    for await (const rows of reading) yield toBatch(rows)
  } catch (error) {
    throw opened.toQueryError(error, text)
  } finally {
    await reading.return()
    opened.close()
  }
}

function appendColumn(plan: ColumnPlan, builder: VectorBuilder, rows: readonly Row[], column: number): void {
  for (const row of rows) {
    const value = row[column] ?? null
    if (value === null) builder.appendNull()
    else plan.append(builder, value)
  }
}
