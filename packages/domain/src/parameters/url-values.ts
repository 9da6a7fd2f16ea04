import { choiceText } from './choices.ts'
import { dateKindOf } from './dates.ts'
import {
  type Definition,
  hasNoValue,
  isDropdown,
  isOptional,
  isRecord,
  isUnset,
  multiValuesOf,
  type ParameterValue,
  type Values,
} from './definition.ts'
import { readValue } from './values.ts'

/** The query of a URL, by key; a router may have parsed the values already. */
export type UrlQuery = Readonly<Record<string, unknown>>

/** Prefix of the parameters of queries and dashboards in URLs. */
export const URL_PREFIX = 'p_'

/**
 * The parameters with their values from a URL. A range is `p_name.start` and `p_name.end`, or `p_name=start--end`; several values
 * are a JSON list. An unreadable value is ignored. If a range ends before it starts, the two dates are swapped, as in the calendar.
 */
export function withUrlValues(definitions: readonly Definition[], url: UrlQuery): Definition[] {
  return definitions.map((definition) => {
    const raw = rawValue(definition, url, URL_PREFIX + definition.name)
    if (raw === undefined) return definition
    if (hasNoValue(definition, raw)) return isOptional(definition) ? { ...definition, value: null } : definition
    const value = inOrder(readValue(definition, raw))
    return isFaithful(definition, raw, value) ? { ...definition, value } : definition
  })
}

/** Servers and proxies reject URLs of more than a few thousand characters. */
const LONGEST_LIST = 4000

/**
 * The URL query of the applied values. Parameters without a value are left out, unless they are optional: an empty text says that
 * they were cleared. Lists that are too long for a URL are left out as well.
 */
export function urlQueryOf(definitions: readonly Definition[]): Record<string, string> {
  const values = definitions.map((definition) => ({ definition, value: readValue(definition, definition.value) }))
  const written = values.filter(({ definition, value }) =>
    Array.isArray(value) ? JSON.stringify(value).length <= LONGEST_LIST : value !== null || isOptional(definition),
  )
  return toUrlQuery(Object.fromEntries(written.map(({ definition, value }) => [definition.name, value])))
}

/** A URL query in which the values of these parameters replace all parameter values. */
export function replaceInUrl(url: UrlQuery, definitions: readonly Definition[]): Record<string, unknown> {
  const others = Object.entries(url).filter(([key]) => !key.startsWith(URL_PREFIX))
  return { ...Object.fromEntries(others), ...urlQueryOf(definitions) }
}

/** Values as a URL query: a range as two keys, a list as JSON, null as an empty text. */
export function toUrlQuery(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => entriesOf(URL_PREFIX + name, value)))
}

/** The raw values of declared parameters in a URL: ranges as objects, lists as arrays. */
export function rawUrlValues(definitions: readonly Definition[], url: UrlQuery): Values {
  return Object.fromEntries(
    definitions.flatMap((definition) => {
      const raw = rawValue(definition, url, URL_PREFIX + definition.name)
      return raw === undefined ? [] : [[definition.name, raw]]
    }),
  )
}

/** All parameter values in a URL, whether declared or not: `p_name=value`, or `p_name.end=value` for one end of a range. */
export function undeclaredUrlValues(url: UrlQuery): Values {
  const values = new Map<string, unknown>()
  for (const [key, value] of Object.entries(url)) {
    if (!key.startsWith(URL_PREFIX)) continue
    const [name = '', end] = key.slice(URL_PREFIX.length).split('.')
    const known = values.get(name)
    values.set(name, end === undefined ? value : { ...(isRecord(known) ? known : {}), [end]: value })
  }
  return Object.fromEntries(values)
}

function entriesOf(key: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[key, JSON.stringify(value)]]
  if (isRecord(value)) return Object.entries(value).map(([end, date]) => [`${key}.${end}`, String(date)])
  return [[key, isUnset(value) ? '' : String(value)]]
}

/** Dates of one precision are in the order of their texts. */
function inOrder(value: ParameterValue): ParameterValue {
  const isRange = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRange && value.end < value.start ? { start: value.end, end: value.start } : value
}

/** The raw value of a parameter in a URL; undefined if there is none. */
function rawValue(definition: Definition, url: UrlQuery, key: string): unknown {
  const whole = Object.hasOwn(url, key) ? url[key] : undefined
  if (dateKindOf(definition)?.isRange) {
    const ends = { start: url[`${key}.start`], end: url[`${key}.end`] }
    if (ends.start !== undefined && ends.end !== undefined) return ends
    const [start, end, ...more] = typeof whole === 'string' ? whole.split('--') : []
    return end !== undefined && more.length === 0 ? { start, end } : whole
  }
  return multiValuesOf(definition) !== null && typeof whole === 'string' ? listIn(whole) : whole
}

function listIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : text
  } catch {
    return text
  }
}

/** Whether a value was read unchanged: an unknown option must not silently become the first option. */
function isFaithful(definition: Definition, raw: unknown, value: ParameterValue): boolean {
  if (value === null) return false
  return !isDropdown(definition) || Array.isArray(value) || choiceText(raw) === value
}
