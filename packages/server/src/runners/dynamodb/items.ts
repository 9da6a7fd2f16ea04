import { exactNumber, isPlainObject } from '../values/cells.ts'

/** An item as DynamoDB writes it, every value with its type, as plain values: `{ "n": { "N": "1.5" } }` is `{ n: 1.5 }`. */
export function plainItem(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(typed: unknown): unknown {
  const [type, value] = isPlainObject(typed) ? (Object.entries(typed)[0] ?? []) : []
  switch (type) {
    case 'NULL':
      return null
    case 'N':
      return exactNumber(String(value))
    case 'B':
      return bytesOf(value)
    case 'NS':
      return each(value, (number) => exactNumber(String(number)))
    case 'BS':
      return each(value, bytesOf)
    case 'L':
      return each(value, plainValue)
    case 'M':
      return isPlainObject(value) ? plainItem(value) : {}
    default:
      return value
  }
}

const each = (values: unknown, read: (value: unknown) => unknown): unknown => (Array.isArray(values) ? values.map(read) : [])
const bytesOf = (base64: unknown): Uint8Array => Buffer.from(String(base64), 'base64')
