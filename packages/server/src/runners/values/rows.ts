import { setImmediate } from 'node:timers/promises'
import type { ColumnType } from '@sightline/contract/results.ts'
import { type Batch, type Column, uniqueNames } from '../../platform/results/batch.ts'
import { VectorBuilder } from '../../platform/results/vectors.ts'
import { QueryError, type RunnerResult } from '../runner.ts'
import { type Cell, ExactNumber, isPlainObject } from './cells.ts'
import { type ColumnPlan, type Digits, digitTexts, planFor, textPlan, type ValueKind } from './plans.ts'
import { type ItemGroups, readAhead } from './read-ahead.ts'
import { timeKindOf } from './times.ts'

/** A column as a source describes it. */
export interface DeclaredColumn {
  name: string
  /** The source's own type name. */
  sourceType?: string
  /** The kind of its values; inferred from the first values if omitted. */
  as?: ValueKind
  /** Precision and scale of a `decimal`, if known. With scale 0 it is an integer. */
  digits?: Digits
  /** The wire type, if it differs from the one that follows from `as`. */
  type?: ColumnType | null
}

export type Row = readonly Cell[]

const BATCH_ROWS = 5000

/**
 * Converts rows of JavaScript values to the result of a runner. Columns that are not declared get the type on which the values
 * read ahead agree (20,000 rows, or 32 million characters). A column is text if its values do not agree, or one does not fit.
 * @param rows groups of rows as they arrive; closed early if the reader stops
 * @throws QueryError, while rows are read, if a later value does not fit its column
 */
export async function rowsResult(
  columns: readonly DeclaredColumn[],
  rows: ItemGroups<Row>,
  extra: Pick<RunnerResult, 'metadata' | 'log'> = {},
): Promise<RunnerResult> {
  // If all columns are declared, the first rows can be passed on at once.
  const isDeclared = columns.every(({ as }) => as !== undefined)
  const { ahead, rest, isWhole } = await readAhead(rows, { stopAtFirst: isDeclared })
  const names = uniqueNames(columns.map(({ name }) => name))
  const plans = columns.map((column, index) => planAhead(column, { ahead, isWhole }, index))
  return {
    columns: columns.map(
      ({ sourceType = '' }, index): Column => ({
        name: names[index] ?? '',
        type: plans[index]?.type ?? null,
        storage: plans[index]?.storage ?? { kind: 'text' },
        sourceType,
      }),
    ),
    batches: batchesOf(ahead, rest, plans, names),
    ...extra,
  }
}

/** The first rows, and whether there are no others. */
interface FirstRows {
  ahead: readonly Row[]
  isWhole: boolean
}

function planAhead({ as, digits, type }: DeclaredColumn, first: FirstRows, index: number): ColumnPlan {
  const plan = as === undefined ? inferPlan(first, index) : fitPlan(planFor(as, digits), first.ahead, index)
  return type === undefined ? plan : { ...plan, type }
}

function inferPlan({ ahead, isWhole }: FirstRows, index: number): ColumnPlan {
  const kinds = new Set<Kind>()
  for (const row of ahead) {
    const value = row[index] ?? null
    if (value !== null) kinds.add(kindOf(value))
  }
  // Integers so far may be followed by fractions, so they are stored as digits.
  const plan = !isWhole && planOf(kinds).type === 'integer' ? digitTexts('integer') : planOf(kinds)
  return ahead.every((row) => (row[index] ?? null) === null || plan.fits(row[index] as NonNullable<Cell>))
    ? plan
    : textPlan('string')
}

function fitPlan(plan: ColumnPlan, ahead: readonly Row[], index: number): ColumnPlan {
  for (const row of ahead) {
    const value = row[index] ?? null
    if (value !== null && !plan.fits(value)) return textPlan(plan.type === 'datetime' ? 'datetime' : 'string')
  }
  return plan
}

async function* batchesOf(
  ahead: readonly Row[],
  rest: AsyncGenerator<readonly Row[], void, undefined>,
  plans: readonly ColumnPlan[],
  names: readonly string[],
): AsyncGenerator<Batch, void, undefined> {
  const builders = plans.map(({ storage }) => new VectorBuilder(storage))
  const toBatch = (rows: readonly Row[]): Batch => {
    plans.forEach((plan, index) => {
      const builder = builders[index]
      if (builder) appendColumn(plan, builder, rows, { index, name: names[index] ?? '' })
    })
    return { rowCount: rows.length, vectors: builders.map((builder) => builder.take()) }
  }
  try {
    for (const rows of slices(ahead)) {
      yield toBatch(rows)
      // Gives the event loop a turn, in which a cancel can arrive.
      await setImmediate()
    }
    for await (const group of rest) for (const rows of slices(group)) yield toBatch(rows)
  } finally {
    await rest.return()
  }
}

function* slices(rows: readonly Row[]): Generator<readonly Row[], void, undefined> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS)
}

function appendColumn(
  plan: ColumnPlan,
  builder: VectorBuilder,
  rows: readonly Row[],
  column: { index: number; name: string },
): void {
  for (const row of rows) {
    const value = row[column.index] ?? null
    if (value === null) builder.appendNull()
    else if (!plan.append(builder, value)) throw typeChangeError(column.name)
  }
}

const typeChangeError = (name: string) =>
  new QueryError(`The values of the column "${name}" change their type after the first rows. Convert it to text in the query.`)

/**
 * The kind of a value, as far as it matters for its column. `large`: an integer beyond 2^53; `wide`: one beyond 64 bits;
 * `written`: an `ExactNumber`.
 */
export type Kind =
  | 'boolean'
  | 'integer'
  | 'large'
  | 'wide'
  | 'real'
  | 'written'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'text'
  | 'document'

export function kindOf(value: NonNullable<Cell>): Kind {
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'real'
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) return 'wide'
      return Number.isSafeInteger(Number(value)) ? 'integer' : 'large'
    case 'string':
      return timeKindOf(value) ?? 'text'
    default:
      if (value instanceof Date) return 'instant'
      if (value instanceof ExactNumber) return 'written'
      return Array.isArray(value) || isPlainObject(value) ? 'document' : 'text'
  }
}

/** The plan for a column with these kinds of values: text if they do not agree. Dates and times in strings stay as written. */
export function planOf(kinds: ReadonlySet<Kind>): ColumnPlan {
  const only = (...allowed: Kind[]) => [...kinds].every((kind) => allowed.includes(kind))
  if (kinds.size === 0) return textPlan(null)
  if (only('boolean')) return planFor('boolean')
  if (only('integer', 'large')) return planFor('integer')
  if (only('integer', 'large', 'wide')) return digitTexts('integer')
  if (only('integer', 'real')) return planFor('float')
  if (only('integer', 'large', 'wide', 'real', 'written')) return digitTexts('float')
  if (only('date')) return textPlan('date')
  if (only('instant')) return planFor('instant')
  if (only('date', 'datetime', 'instant')) return textPlan('datetime')
  return only('document') ? planFor('json') : textPlan('string')
}
