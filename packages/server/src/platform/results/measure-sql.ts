import type { Cell } from '@sightline/contract/results.ts'
import { BOX_REACH, MAX_OUTLIERS } from '@sightline/domain/chart-data/quartiles.ts'
import { NUMBER_IN_TEXT } from '@sightline/domain/chart-data/scale.ts'
import { listText, MAX_LISTED, MAX_SQUARED, type Measure } from '@sightline/domain/grouping/measures.ts'
import { decimalText, doubleCell, numberCell } from './cells.ts'
import { cellSql, decimalSql, EXACT_DIGITS, finiteNumber, isNullSql, type SqlColumn, sortKeys, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Selected } from './engine.ts'
import { cellOf, ROW_NUMBER } from './result-table.ts'

/** How a measure is computed in SQL. */
export interface MeasureSql {
  /** SQL expression of aggregate functions. */
  aggregate: string
  /** Expressions that are applied to the aggregate one after the other. @param ref name of the previous step's column */
  steps: ((ref: string) => string)[]
  /** The expression that is selected. @param ref name of the last step's column */
  cell(ref: string): string
  /** Sort keys, most significant first. @param ref name of the last step's column */
  order(ref: string): string[]
  /** Converts what `cell` selects. */
  read(value: Selected): Cell
}

/** @param column null for measures of whole rows */
export function measureSql(kind: Measure['kind'], column: SqlColumn | null): MeasureSql {
  if (kind === 'row') return own(`min(${ROW_NUMBER})::INTEGER`)
  if (kind === 'count' || column === null) return own('count(*)::INTEGER')
  const number = numberSql(column)
  const value = shownAlike(column)
  switch (kind) {
    case 'filled':
      return own(`count(*) FILTER (NOT ${isNullSql(column)})::INTEGER`)
    case 'exact_sum':
      return exactSum(column) ?? measureSql('sum', column)
    case 'unique':
      return own(`count(DISTINCT ${value})::INTEGER`)
    case 'list':
      return listSql(column)
    case 'sum':
      // `fsum` is compensated, so that a sum does not depend on how the rows are spread over threads.
      return finite(`fsum(${number})`)
    case 'avg':
      // Not `favg`: it adds the rounding error instead of subtracting it.
      return finite(`fsum(${number}) / count(${number})`)
    case 'median':
      return own(`median(${number})`)
    case 'variance':
      // DuckDB fails if the squares overflow.
      return own(`CASE WHEN max(abs(${number})) < ${MAX_SQUARED}
        THEN var_samp(${number}) FILTER (abs(${number}) < ${MAX_SQUARED}) END`)
    case 'min':
    case 'max':
      return { ...shown(column), aggregate: `${kind}(${sortable(column)})`, steps: [(ref) => valueIn(column, ref)] }
    case 'first':
      return { ...shown(column), aggregate: `arg_min(${value}, ${ROW_NUMBER})` }
    case 'last':
      return { ...shown(column), aggregate: `arg_max(${value}, ${ROW_NUMBER})` }
    case 'box':
      return boxSql(number)
  }
}

/** A number or text that is computed. */
const own = (aggregate: string): MeasureSql => ({
  aggregate,
  steps: [],
  cell: (ref) => ref,
  order: (ref) => [ref],
  read: (value) => (typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? doubleCell(value) : value),
})

/** A number that is computed; null if it overflows. */
const finite = (aggregate: string): MeasureSql => ({
  ...own(aggregate),
  steps: [(ref) => `CASE WHEN isfinite(${ref}) THEN ${ref} END`],
})

/** A sum of so many rows never exceeds the decimals of DuckDB, which have 38 digits. */
const ROW_COUNT_DIGITS = 10

/** The sum of numbers that are stored exactly; null if the column has others, or such long ones that their sum could overflow. */
function exactSum({ ref, storage }: SqlColumn): MeasureSql | null {
  const sum = (scale: number): MeasureSql => ({
    ...own(`sum(${ref})::DECIMAL(38, ${scale})`),
    cell: (total) => decimalSql(total, 38, scale),
    read: (total) => (typeof total === 'string' ? numberCell(total) : null),
  })
  switch (storage.kind) {
    case 'int32':
    case 'int64':
      return sum(0)
    case 'decimal':
      return storage.precision <= 38 - ROW_COUNT_DIGITS ? sum(storage.scale) : null
    default:
      return null
  }
}

/** A value of a column. */
const shown = (column: SqlColumn): Omit<MeasureSql, 'aggregate'> => {
  const at = (ref: string): SqlColumn => ({ ref, storage: column.storage })
  return {
    steps: [],
    cell: (ref) => cellSql(at(ref)),
    order: (ref) => sortKeys(at(ref)),
    read: (value) => cellOf(value, column),
  }
}

/** A value that DuckDB sorts like its cell: numbers in texts by their sort keys. */
function sortable(column: SqlColumn): string {
  const value = shownAlike(column)
  if (column.storage.kind !== 'number_text') return value
  const [number, integer] = sortKeys({ ref: value, storage: column.storage })
  return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(number := ${number}, whole := ${integer}, digits := ${value}) END`
}

/** The value within a sortable one. */
const valueIn = ({ storage }: SqlColumn, ref: string) => (storage.kind === 'number_text' ? `${ref}.digits` : ref)

function listSql(column: SqlColumn): MeasureSql {
  const value = sortable(column)
  const { storage } = column
  const text = textSql({ ref: valueIn(column, 'x'), storage })
  return {
    ...own(`list_slice(list_sort(list(DISTINCT ${value}) FILTER (${value} IS NOT NULL)), 1, ${MAX_LISTED})`),
    steps: [(ref) => `to_json(list_transform(${ref}, lambda x: ${text}))::VARCHAR`],
    read: (value) => (typeof value === 'string' ? listText(textsIn(value).map((one) => cellOfText(one, storage))) : null),
  }
}

const textsIn = (json: string): string[] => JSON.parse(json)

/** The cell of a value, from its text. */
function cellOfText(text: string, { kind }: SqlColumn['storage']): Cell {
  if (kind === 'double') return Number(text)
  return kind === 'decimal' || kind === 'number_text' ? numberCell(text) : text
}

/** A value as a number for arithmetic; null if it is not a number. Texts may have thousands separators (commas). */
export function numberSql(column: SqlColumn): string {
  const { ref, storage } = column
  switch (storage.kind) {
    case 'text':
    case 'json':
      return finiteNumber(`CASE WHEN regexp_full_match(${ref}, '${NUMBER_IN_TEXT}') THEN replace(${ref}, ',', '') END`)
    case 'int32':
    case 'int64':
      return `${ref}::DOUBLE`
    case 'decimal':
      return decimalNumber(ref, storage)
    case 'double':
    case 'number_text':
      return finiteNumber(ref)
    default:
      return 'NULL::DOUBLE'
  }
}

/** Powers of ten that a double holds exactly. */
const EXACT_POWER = 22

/** DuckDB's own cast divides, which rounds twice if the digits do not fit a double. */
function decimalNumber(ref: string, { precision, scale }: { precision: number; scale: number }): string {
  if (precision <= EXACT_DIGITS) return `${ref}::DOUBLE`
  const byText = `${ref}::VARCHAR::DOUBLE`
  if (scale > EXACT_POWER) return byText
  const limit = `${decimalText(2n ** 53n, scale)}::DECIMAL(${precision}, ${scale})`
  return `CASE WHEN ${ref} BETWEEN -${limit} AND ${limit} THEN ${ref}::DOUBLE ELSE ${byText} END`
}

/**
 * The numbers of a box plot, in the format of the domain: whiskers and quartiles, the count of numbers and of outliers, and the
 * outliers as `thinned` leaves them.
 */
function boxSql(number: string): MeasureSql {
  const ends = MAX_OUTLIERS / 4
  const between = MAX_OUTLIERS - 2 * ends
  return {
    ...own(`struct_pack(
      numbers := list(${number}) FILTER ((${number}) IS NOT NULL), q := quantile_cont(${number}, [0.25, 0.5, 0.75]))`),
    // Values that every number is compared with are computed one step earlier, or DuckDB would compute them for each number.
    steps: [
      (ref) => {
        const reach = `${BOX_REACH} * (${ref}.q[3] - ${ref}.q[1])`
        return `struct_insert(${ref}, low := ${ref}.q[1] - ${reach}, high := ${ref}.q[3] + ${reach})`
      },
      (ref) => `struct_pack(q := ${ref}.q, n := len(${ref}.numbers),
        low := list_min(list_filter(${ref}.numbers, lambda x: x >= ${ref}.low)),
        high := list_max(list_filter(${ref}.numbers, lambda x: x <= ${ref}.high)),
        far := list_sort(list_filter(${ref}.numbers, lambda x: x < ${ref}.low OR x > ${ref}.high)))`,
      (ref) => `CASE WHEN ${ref}.n > 0 THEN to_json(list_concat(
        [${ref}.low, ${ref}.q[1], ${ref}.q[2], ${ref}.q[3], ${ref}.high, ${ref}.n, len(${ref}.far)],
        CASE WHEN len(${ref}.far) <= ${MAX_OUTLIERS} THEN ${ref}.far
          ELSE list_concat(
            list_slice(${ref}.far, 1, ${ends}),
            list_transform(range(${between}), lambda x:
              ${ref}.far[1 + ${ends} + (x * (len(${ref}.far) - ${2 * ends + 1})) // ${between - 1}]),
            list_slice(${ref}.far, -${ends}, -1)) END))::VARCHAR END`,
    ],
  }
}
