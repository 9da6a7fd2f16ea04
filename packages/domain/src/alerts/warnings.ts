import type { AlertCondition, AlertWarning } from '@sightline/contract/alerts.ts'
import type { Schedule } from '@sightline/contract/queries.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Definition } from '../parameters/definition.ts'
import { missingParameters } from '../parameters/values.ts'
import { hasEnded } from '../schedule/due.ts'
import { isNumeric } from './evaluate.ts'

/** Everything that decides whether an alert can ever fire. */
export interface AlertSetup {
  query: {
    is_archived: boolean
    data_source_id: number | null
    schedule: Schedule | null
    parameters: readonly Definition[]
  }
  condition: AlertCondition
  /** The latest result; null if there is none. */
  result: {
    columns: readonly { name: string }[]
    row_count: number
    /** The value of the watched column. */
    value: Cell
  } | null
}

/** Reasons why an alert may never notify anyone, the most serious first. */
export function warningsOf({ query, condition, result }: AlertSetup, now: Date): AlertWarning[] {
  const warnings: AlertWarning[] = []
  if (query.is_archived) warnings.push('query_archived')
  if (query.data_source_id === null) warnings.push('no_data_source')
  warnings.push(...scheduleWarnings(query.schedule, now))
  if (missingParameters(query.parameters).length > 0) warnings.push('parameters_without_values')
  if (result === null) return [...warnings, 'no_result']
  if (condition.selector === 'count') return [...warnings, ...valueWarnings(condition, result.value)]
  if (!result.columns.some(({ name }) => name === condition.column)) return [...warnings, 'column_gone']
  if (result.row_count === 0) return [...warnings, 'no_rows']
  return [...warnings, ...valueWarnings(condition, result.value)]
}

function scheduleWarnings(schedule: Schedule | null, now: Date): AlertWarning[] {
  if (schedule?.disabled) return ['schedule_stopped']
  if (!schedule?.interval) return ['no_schedule']
  return hasEnded(schedule, now) ? ['schedule_ended'] : []
}

/** A number cannot be compared with a text; texts can be ordered, but rarely in the intended way. */
function valueWarnings({ op, value: reference, selector = 'first' }: AlertCondition, value: Cell): AlertWarning[] {
  if (value === null) return selector === 'first' ? ['no_value'] : ['not_comparable']
  if (isNumeric(value)) return isNumeric(reference) ? [] : ['not_comparable']
  return op === 'equals' || op === '==' || op === '!=' ? [] : ['text_order']
}
