import type { ParameterType } from '@sightline/domain/parameters/definition.ts'

const names: Record<ParameterType | 'text-pattern', string> = {
  text: 'Text',
  number: 'Number',
  enum: 'Dropdown list',
  query: 'Dropdown from a query',
  date: 'Date',
  'datetime-local': 'Date and time',
  'datetime-with-seconds': 'Date and time with seconds',
  'date-range': 'Date range',
  'datetime-range': 'Date and time range',
  'datetime-range-with-seconds': 'Date and time range with seconds',
  'text-pattern': 'Text of a pattern',
}

/** What the types of parameters are called. */
export const typeNames: ReadonlyMap<string, string> = new Map(Object.entries(names))
