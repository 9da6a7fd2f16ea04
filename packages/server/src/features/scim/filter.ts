import { type Filter, parse } from 'scim2-parse-filter'
import { AppError } from '../../platform/http/errors.ts'

/** A comparison of a filter with the name of its attribute in lower case, without the URN of a schema. */
export type Condition =
  | { kind: 'compare'; attribute: string; op: TextOperator; value: string | boolean }
  | { kind: 'present'; attribute: string }
  | { kind: 'all' | 'any'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
export type TextOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew'

const MAX_CHARACTERS = 5000
const MAX_DEPTH = 20
const operators: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew'] satisfies TextOperator[]
const isOperator = (op: string): op is TextOperator => operators.includes(op)

/**
 * Parses a filter (RFC 7644, section 3.4.2.2).
 * @param attributes the names that can be compared, in lower case
 * @throws AppError `scim_filter_invalid`
 */
export function readFilter(text: string, attributes: ReadonlySet<string>): Condition {
  if (text.length > MAX_CHARACTERS) throw refused(`it must have at most ${MAX_CHARACTERS} characters.`)
  return conditionOf(parsed(text), '', attributes, 0)
}

function parsed(text: string): Filter {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('scim_filter_invalid', { reason: 'it cannot be parsed.' }, { cause })
  }
}

/** @param prefix the attribute whose parts a filter in brackets compares, with a dot */
function conditionOf(filter: Filter, prefix: string, attributes: ReadonlySet<string>, depth: number): Condition {
  if (depth > MAX_DEPTH) throw refused('it is nested too deeply.')
  const inner = (part: Filter, within = prefix) => conditionOf(part, within, attributes, depth + 1)
  const nameOf = (path: string) => {
    const attribute = prefix + path.replace(/^urn:.*:(?=[^:]+$)/i, '').toLowerCase()
    if (!attributes.has(attribute)) throw refused(`the attribute "${path.slice(0, 100)}" cannot be filtered.`)
    return attribute
  }
  if ('filters' in filter)
    return { kind: filter.op === 'and' ? 'all' : 'any', parts: filter.filters.map((part) => inner(part)) }
  if ('filter' in filter) return { kind: 'not', part: inner(filter.filter) }
  if ('valFilter' in filter) return inner(filter.valFilter, `${filter.attrPath.toLowerCase()}.`)
  const attribute = nameOf(filter.attrPath)
  if (!('compValue' in filter)) return { kind: 'present', attribute }
  const { op, compValue } = filter
  if (!isOperator(op)) throw refused(`the operator "${op}" is not supported.`)
  if (typeof compValue === 'boolean') return { kind: 'compare', attribute, op, value: compValue }
  return { kind: 'compare', attribute, op, value: compValue === null ? '' : String(compValue) }
}

const refused = (reason: string) => new AppError('scim_filter_invalid', { reason })
