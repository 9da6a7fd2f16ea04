import { isPlainObject, parseJson } from '../values/cells.ts'

// Presto sends a list, a map or a row as JSON text, and each one inside of it as JSON text within that text. Trino sends plain JSON.

type Reader = (value: unknown) => unknown

/** A list, a map or a row as the type of a field, which has a name before it if its row names it. */
const NESTED = /^(?:(?:"(?:[^"]|"")*"|[^\s()",]+) )?(array|map|row)\((.*)\)$/s

export const isNested = (type: string): boolean => /^(array|map|row)\(/.test(type)

/**
 * Makes a reader for the values of a type, such as `array(row(a bigint, b map(varchar,double)))`: it parses what arrives as JSON text, at
 * each level. Numbers stay exact.
 * @returns null for a type without parts, whose texts are values
 */
export function nestedReader(type: string): Reader | null {
  const [, kind, inner = ''] = NESTED.exec(type.trim()) ?? []
  if (kind === undefined) return null
  const parts = partsOf(inner).map(nestedReader)
  if (kind === 'row')
    return reading((value) => (Array.isArray(value) ? value.map((part, at) => partAs(parts[at], part)) : value))
  const last = parts.at(-1)
  return reading((value) => {
    if (!last) return value
    if (Array.isArray(value)) return value.map(last)
    return isPlainObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, last(part)])) : value
  })
}

const reading =
  (read: Reader): Reader =>
  (value) =>
    read(typeof value === 'string' ? parseJson(value) : value)

const partAs = (read: Reader | null | undefined, part: unknown): unknown => (read ? read(part) : part)

/** Splits at commas outside of parentheses and quoted names. */
function partsOf(inner: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of inner.matchAll(/"(?:[^"]|"")*"|[(),]|[^"(),]+/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${token}`)
  }
  return parts
}
