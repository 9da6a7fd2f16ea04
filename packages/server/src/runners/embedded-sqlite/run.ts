import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { type Batch, type Column, uniqueNames } from '../../platform/results/batch.ts'
import { VectorBuilder } from '../../platform/results/vectors.ts'
import { CANCELLED, NO_DATA, QueryError, type RunnerResult } from '../runner.ts'
import type { ReadOnlyDatabase } from './database.ts'
import { type ColumnPlan, type Kind, kindOf, kindSql, planOf, type SqliteValue } from './kinds.ts'

type Row = SqliteValue[]

/** The engine works on this thread: after so many rows it lets a cancel be heard. */
const BATCH_ROWS = 2000

/** Rows, and about as many characters, that are held before the first batch: their kinds decide on the columns. */
const AHEAD_ROWS = 20_000
const AHEAD_CHARACTERS = 32_000_000

/** Runs the statements of a text; the last one's rows are the result. The database is closed after the last row. */
export async function runSqlite(opened: ReadOnlyDatabase, text: string, signal: AbortSignal): Promise<RunnerResult> {
  try {
    if (signal.aborted) throw new QueryError(CANCELLED)
    const statements = statementsOf(text, 'sqlite')
    const last = statements.pop()
    if (last === undefined) throw new QueryError(NO_DATA)
    for (const statement of statements) for await (const _ of slices(opened.database.prepare(statement), signal));
    const prepared = opened.database.prepare(last)
    const names = uniqueNames(prepared.columns().map(({ name }) => name))
    if (names.length === 0) throw new QueryError(NO_DATA)
    const reading = slices(prepared, signal)
    const ahead = await readAhead(reading, names.length)
    const kinds = (ahead.isWhole ? null : kindsOfAll(opened.database, last, names.length)) ?? ahead.kinds
    const plans = kinds.map(planOf)
    const declared = prepared.columns().map(({ type }) => type ?? '')
    const columns = plans.map(
      ({ type, storage }, index): Column => ({ name: names[index] ?? '', type, storage, sourceType: declared[index] ?? '' }),
    )
    return { columns, batches: batchesOf(ahead.slices, reading, plans, opened, text) }
  } catch (error) {
    opened.close()
    throw opened.failed(error, text)
  }
}

/** The rows of a statement, some at a time. */
async function* slices(statement: StatementSync, signal: AbortSignal): AsyncGenerator<Row[], void, undefined> {
  let rows: Row[] = []
  for (const row of statement.iterate()) {
    // Rows are arrays: the database was opened so.
    rows.push(row as unknown as Row)
    if (rows.length < BATCH_ROWS) continue
    yield rows
    rows = []
    await setImmediate()
    if (signal.aborted) throw new QueryError(CANCELLED)
  }
  if (rows.length > 0) yield rows
}

interface Ahead {
  slices: Row[][]
  /** Per column, what was seen in these rows. */
  kinds: Set<Kind>[]
  /** There are no more rows. */
  isWhole: boolean
}

async function readAhead(reading: AsyncGenerator<Row[], void, undefined>, width: number): Promise<Ahead> {
  const ahead: Ahead = { slices: [], kinds: Array.from({ length: width }, () => new Set()), isWhole: false }
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

/**
 * The kinds of values in a long result, told by the engine itself, which costs running the query once more but reads no row into
 * this process. Null for what is no part of a larger query, such as PRAGMA.
 */
function kindsOfAll(database: DatabaseSync, statement: string, width: number): Set<Kind>[] | null {
  const names = Array.from({ length: width }, (_, index) => `c${index}`)
  const sql = `WITH result(${names.join(', ')}) AS (\n${statement}\n)
    SELECT ${names.map((name) => `group_concat(DISTINCT ${kindSql(name)})`).join(', ')} FROM result`
  let row: unknown
  try {
    row = database.prepare(sql).get()
  } catch {
    return null
  }
  return Array.isArray(row) ? row.map((kinds) => new Set(String(kinds ?? '').split(',') as Kind[])) : null
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
    throw opened.failed(error, text)
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
