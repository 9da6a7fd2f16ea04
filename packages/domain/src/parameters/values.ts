import { type Definition, typeOf, type Values } from './definition.ts'
import { valueText } from './template.ts'

/**
 * The names among sent values that have no definition, or do not fit theirs. Nothing undeclared passes: a value that nobody
 * has described would be free text, also in a query that counts as safe.
 */
export function unfitNames(definitions: readonly Definition[], values: Values): string[] {
  return Object.entries(values)
    .filter(([name, value]) => {
      const definition = definitions.find((candidate) => candidate.name === name)
      return definition === undefined || !fits(definition, value)
    })
    .map(([name]) => name)
}

/** Checked values as they are filled in: lists joined and quoted as their definition says. */
export function fillable(definitions: readonly Definition[], values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const definition = definitions.find((candidate) => candidate.name === name)
      return [name, Array.isArray(value) ? joined(value, multiValues(definition)) : value]
    }),
  )
}

/** The stored values of the definitions; null when one is missing or does not fit. */
export function storedValues(definitions: readonly Definition[]): Values | null {
  const values = Object.fromEntries(definitions.map((definition) => [definition.name, definition.value]))
  return unfitNames(definitions, values).length === 0 ? values : null
}

/**
 * Whether a value fits its definition. Types without a case here are never satisfied: `query` asks for the rows of another
 * query, which a pure rule does not have.
 */
function fits(definition: Definition, value: unknown): boolean {
  switch (typeOf(definition)) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return isNumber(value)
    case 'enum':
      return isChoice(definition, value)
    case 'date':
    case 'datetime-local':
    case 'datetime-with-seconds':
      return isDateText(value)
    case 'date-range':
    case 'datetime-range':
    case 'datetime-range-with-seconds':
      return isRange(value)
    default:
      return false
  }
}

/** A finite number, or its digits: a text keeps what a double would lose. */
function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)
}

function isChoice(definition: Definition, value: unknown): boolean {
  const options = String(definition.enumOptions ?? '')
    .split('\n')
    .filter((option) => option !== '')
  if (Array.isArray(value)) {
    return multiValues(definition) !== null && value.every((item) => !Array.isArray(item) && options.includes(valueText(item)))
  }
  return value !== null && value !== undefined && options.includes(valueText(value))
}

/** `YYYY-MM-DD`, with a time of day after a space or a T when there is one; the day must exist. */
function isDateText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?Z?)?$/.exec(value)
  if (match === null) return false
  const [year, month, day] = match.slice(1, 4).map(Number)
  const date = new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`)
  return date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) return false
  return Object.keys(value).length === 2 && isDateText(value.start) && isDateText(value.end)
}

interface MultiValues {
  prefix: string
  suffix: string
  separator: string
}

/** How a list is written; null when the parameter takes a single value. */
function multiValues(definition: Definition | undefined): MultiValues | null {
  const options = definition?.multiValuesOptions
  if (typeof options !== 'object' || options === null) return null
  const textOf = (key: string, otherwise: string): string => {
    const value: unknown = Object.hasOwn(options, key) ? Reflect.get(options, key) : undefined
    return typeof value === 'string' ? value : otherwise
  }
  return { prefix: textOf('prefix', ''), suffix: textOf('suffix', ''), separator: textOf('separator', ',') || ',' }
}

function joined(values: readonly unknown[], how: MultiValues | null): string {
  const { prefix, suffix, separator } = how ?? { prefix: '', suffix: '', separator: ',' }
  return values.map((value) => `${prefix}${valueText(value)}${suffix}`).join(separator)
}
