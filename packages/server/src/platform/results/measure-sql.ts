import type { GroupsRequest } from '@sightline/contract/results.ts'
import { BOX_REACH, MAX_FAR_OUTLIERS } from '@sightline/domain/chart-data/quartiles.ts'
import { cellSql, finiteNumber, type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import { ROW_NUMBER } from './result-table.ts'

export type Measure = GroupsRequest['measures'][number]

/** How a measure is computed in SQL. */
export interface MeasureSql {
  /** SQL expression of aggregate functions. */
  aggregate: string
  /** Expressions that are applied to the aggregate one after the other. @param ref name of the previous step's column */
  steps: ((ref: string) => string)[]
  /** The expression of the cell, applied to the last step. @param ref name of the last step's column */
  cell(ref: string): string
  /** The column whose cells the measure returns; null if it computes numbers or texts. */
  shows: SqlColumn | null
}

/** Maximum number of values that are listed in one cell. */
const MAX_LISTED = 20

/** @param column null for measures of whole rows */
export function measureSql(kind: Measure['kind'], column: SqlColumn | null): MeasureSql {
  if (kind === 'row') return own(`min(${ROW_NUMBER})::INTEGER`)
  if (kind === 'count' || column === null) return own('count(*)::INTEGER')
  const number = numberSql(column)
  const value = isNumeric(column) ? number : shownAlike(column)
  const ofValue = (aggregate: string): MeasureSql =>
    isNumeric(column)
      ? own(aggregate)
      : { aggregate, steps: [], cell: (ref) => cellSql({ ref, storage: column.storage }), shows: column }
  switch (kind) {
    case 'unique':
      return own(`count(DISTINCT ${shownAlike(column)})::INTEGER`)
    case 'list':
      return own(listSql(column))
    case 'sum':
      // `fsum` is compensated, so that a sum does not depend on how the rows are spread over threads.
      return own(`fsum(${number})`)
    case 'avg':
      return own(`favg(${number})`)
    case 'median':
      return own(`median(${number})`)
    case 'variance':
      return own(`var_samp(${number})`)
    case 'min':
      return ofValue(`min(${value})`)
    case 'max':
      return ofValue(`max(${value})`)
    case 'first':
      return ofValue(`arg_min(${value}, ${ROW_NUMBER})`)
    case 'last':
      return ofValue(`arg_max(${value}, ${ROW_NUMBER})`)
    case 'box':
      return boxSql(number)
  }
}

const own = (aggregate: string): MeasureSql => ({ aggregate, steps: [], cell: (ref) => ref, shows: null })

const listSql = (column: SqlColumn) =>
  `array_to_string(list_slice(list_sort(list(DISTINCT ${textSql(column)})), 1, ${MAX_LISTED}), ', ')`

function isNumeric({ storage: { kind } }: SqlColumn): boolean {
  return kind === 'int32' || kind === 'int64' || kind === 'double' || kind === 'decimal' || kind === 'number_text'
}

const GROUPED_NUMBER = '[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?'

/** A value as a number for arithmetic; null if it is not a number. Texts may have thousands separators (commas). */
function numberSql(column: SqlColumn): string {
  const { ref, storage } = column
  switch (storage.kind) {
    case 'text':
    case 'json':
      return finiteNumber(
        `CASE WHEN regexp_full_match(${ref}, '${GROUPED_NUMBER}') THEN replace(${ref}, ',', '') ELSE ${ref} END`,
      )
    case 'int32':
    case 'int64':
    case 'decimal':
      return `${ref}::DOUBLE`
    case 'double':
    case 'number_text':
      return finiteNumber(ref)
    default:
      return 'NULL::DOUBLE'
  }
}

/**
 * The numbers of a box plot, in the format of the domain: whiskers and quartiles, the count of numbers and of outliers, and the
 * farthest outliers.
 */
function boxSql(number: string): MeasureSql {
  const half = MAX_FAR_OUTLIERS / 2
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
        CASE WHEN len(${ref}.far) <= ${MAX_FAR_OUTLIERS} THEN ${ref}.far
          ELSE list_concat(list_slice(${ref}.far, 1, ${half}), list_slice(${ref}.far, -${half}, -1)) END))::VARCHAR END`,
    ],
  }
}
