import { QueryError } from '../runner.ts'
import { type Cell, isPlainObject } from './cells.ts'
import { WrittenNumber } from './written-number.ts'

/** Only where there are so many digits in a row may a number be one that a double does not hold. */
const MANY_DIGITS = /\d{16}/
const WHOLE = /^-?\d+$/

/** Node gives a reviver the digits of a number, and takes digits that are written as they are; TypeScript knows neither yet. */
const parse = JSON.parse as (
  text: string,
  reviver?: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/**
 * Reads JSON without rounding: whole numbers beyond 2^53 become bigints.
 * @throws QueryError when the text is no JSON
 */
export function parseJson(text: string): unknown {
  try {
    return MANY_DIGITS.test(text) ? parse(text, exactNumber) : parse(text)
  } catch (error) {
    throw new QueryError(`The answer is not valid JSON: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function exactNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return WHOLE.test(source) ? BigInt(source) : value
}

/** Lists and objects as JSON: bigints with all their digits, bytes in hexadecimal. */
export const jsonText = (value: unknown): string => JSON.stringify(value, writable) ?? 'null'

function writable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof WrittenNumber) return rawJSON(String(value))
  if (value instanceof Uint8Array) return cellText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlainObject(value)) return value
  return value instanceof Map ? Object.fromEntries(value) : cellText(value)
}

/** A value as a person reads it: bytes in lower-case hexadecimal, instants as ISO 8601, lists and objects as JSON. */
export function cellText(value: NonNullable<Cell>): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return Array.isArray(value) || isPlainObject(value) ? jsonText(value) : String(value)
}
