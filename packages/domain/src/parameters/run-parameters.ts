import type { RunParameter } from '@sightline/contract/pictures.ts'
import { dateKindOf } from './dates.ts'
import { type Definition, isRecord, titleOf, typeOf, type Values } from './definition.ts'
import { readNumber } from './numbers.ts'

/** The parameters of a query with the values of a run. @param values as `runValues` returns them; none if they are not known */
export const runParameters = (definitions: readonly Definition[], values: Values): RunParameter[] =>
  definitions.map((definition) => ({
    name: definition.name,
    title: titleOf(definition),
    type: typeOf(definition),
    value: values[definition.name],
  }))

/** A value that a chart can show of a parameter: a number, a date or time, or a range of these. */
export type MarkedValue =
  | { kind: 'number'; number: number }
  | { kind: 'date'; date: string }
  | { kind: 'range'; start: string; end: string }

/** Whether a parameter has numbers, dates or ranges; null for any other type. */
export function markedKind({ name, type }: Pick<RunParameter, 'name' | 'type'>): MarkedValue['kind'] | null {
  if (type === 'number') return 'number'
  const dates = dateKindOf({ name, type })
  return dates === null ? null : dates.isRange ? 'range' : 'date'
}

/** The value of a parameter; null if it has none that a chart can show. */
export function markedValue(parameter: RunParameter): MarkedValue | null {
  const { value } = parameter
  switch (markedKind(parameter)) {
    case 'number': {
      const number = readNumber(value)
      return number === null ? null : { kind: 'number', number: Number(number) }
    }
    case 'date':
      return typeof value === 'string' && value !== '' ? { kind: 'date', date: value } : null
    case 'range': {
      const [start, end] = isRecord(value) ? [value.start, value.end] : []
      return typeof start === 'string' && typeof end === 'string' ? { kind: 'range', start, end } : null
    }
    case null:
      return null
  }
}
