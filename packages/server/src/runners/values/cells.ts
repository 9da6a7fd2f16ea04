import { QueryError } from '../runner.ts'

/**
 * A value of a driver or of JSON: null or undefined, boolean, number, bigint, string, Date, bytes, array or plain object.
 * Anything else is shown by its `toString`.
 */
export type Cell = unknown

/** Whether a value is an object literal rather than an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A number with more digits than a double holds, as the source wrote it. */
export class ExactNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }

  toString(): string {
    return this.digits
  }
}

/** Significant digits that every double keeps. */
const DOUBLE_DIGITS = 15

/**
 * Parses a number without losing digits: integers beyond 2^53 become bigints, fractions that a double would round become
 * `ExactNumber`.
 */
export function exactNumber(digits: string): number | bigint | ExactNumber {
  const number = Number(digits)
  if (/^[+-]?\d+$/.test(digits)) return Number.isSafeInteger(number) ? number : BigInt(digits)
  const [significant = ''] = digits.split(/e/i)
  return significant.replace(/\D/g, '').replace(/^0+/, '').length > DOUBLE_DIGITS && Number.isFinite(number)
    ? new ExactNumber(digits)
    : number
}

/** Only a number with that many digits may exceed a double. */
const MANY_DIGITS = /\d{16}/
const WHOLE = /^-?\d+$/

/**
 * Node passes the source text of a number to a reviver and supports `JSON.rawJSON`, but TypeScript does not declare either yet.
 */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/**
 * Parses JSON without rounding: integers beyond 2^53 become bigints.
 * @throws QueryError if it is not valid JSON
 */
export const parseJson = (text: string): unknown => parseWith(text, MANY_DIGITS.test(text) ? reviveInteger : undefined)

/**
 * As `parseJson`, and fractions that a double would round become `ExactNumber`. That is slower.
 * @throws QueryError if it is not valid JSON
 */
export const parseExactJson = (text: string): unknown => parseWith(text, reviveNumber)

function parseWith(text: string, revive: Reviver | undefined): unknown {
  try {
    return parse(text, revive)
  } catch (error) {
    throw new QueryError(`The response is not valid JSON: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function reviveInteger(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return WHOLE.test(source) ? BigInt(source) : value
}

function reviveNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? exactNumber(source) : value
}

/** Writes JSON: bigints with all digits, bytes in hexadecimal. */
export const jsonText = (value: unknown): string => JSON.stringify(value, jsonReplacer) ?? 'null'

function jsonReplacer(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof ExactNumber) return rawJSON(String(value))
  // Of a Buffer, the value is already a list of its bytes.
  const written = this[key]
  if (written instanceof Uint8Array) return cellText(written)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlainObject(value)) return value
  return value instanceof Map ? Object.fromEntries(value) : cellText(value)
}

/** A value as text for people: bytes in lower-case hexadecimal, instants in ISO 8601, arrays and objects as JSON. */
export function cellText(value: NonNullable<Cell>): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return Array.isArray(value) || isPlainObject(value) ? jsonText(value) : String(value)
}
