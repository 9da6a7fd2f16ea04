import type { GroupsRequest } from '@sightline/contract/results.ts'
import { BOX_REACH, MAX_FAR_OUTLIERS } from '@sightline/domain/chart-data/quartiles.ts'
import { cellSql, finiteNumber, type SqlColumn, textSql } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import { ROW_NUMBER } from './result-table.ts'

export type Measure = GroupsRequest['measures'][number]

/** How a measure is calculated. */
export interface MeasureSql {
  /** An expression of aggregates. */
  aggregate: string
  /** What is made of it, step by step. @param ref the name of what the step before has made */
  steps: ((ref: string) => string)[]
  /** What a cell is made of, in terms of the last step. @param ref its name */
  cell(ref: string): string
  /** The column whose cells it makes; null for numbers and texts of its own. */
  shows: SqlColumn | null
}

/** More values than this do not fit into the cell that lists them. */
const MAX_LISTED = 20

/** @param column null for what is measured of whole rows */
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
      // Compensated, so that a sum does not depend on how many threads it was made by.
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

/** A value as a number to calculate with; null for what is none. Texts may have commas between their thousands. */
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

/** The numbers of a box plot, as the domain writes them: whiskers and quartiles, how many numbers and outliers, and the farthest outliers. */
function boxSql(number: string): MeasureSql {
  const half = MAX_FAR_OUTLIERS / 2
  return {
    ...own(`struct_pack(
      numbers := list(${number}) FILTER ((${number}) IS NOT NULL), q := quantile_cont(${number}, [0.25, 0.5, 0.75]))`),
    // Whatever all numbers are held against is calculated a step before, or it would be for each of them.
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
