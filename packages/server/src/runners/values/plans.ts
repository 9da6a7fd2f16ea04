import type { ColumnType } from '@sightline/contract/results.ts'
import type { Storage } from '../../platform/results/batch.ts'
import type { VectorBuilder } from '../../platform/results/vectors.ts'
import { type Cell, cellText, ExactNumber, isPlainObject, jsonText } from './cells.ts'
import { daysOf, instantOf, plainWallClock, timeOf } from './times.ts'

/** The declared kind of a column; `planFor` maps it to a storage. */
export type ValueKind = 'boolean' | 'integer' | 'float' | 'decimal' | 'date' | 'datetime' | 'instant' | 'text' | 'json'

/** Total digits of a decimal, and digits after the decimal point. */
export interface Digits {
  precision: number
  scale: number
}

/** The wire type and storage of a column, and how its values are written. */
export interface ColumnPlan {
  type: ColumnType | null
  storage: Storage
  /** Whether the column can hold the value exactly. */
  fits(value: NonNullable<Cell>): boolean
  /** @returns false, and adds nothing, if the value does not fit */
  append(builder: VectorBuilder, value: NonNullable<Cell>): boolean
}

const MAX_DIGITS = 38
const MS_TO_MICROS = 1000n
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const PLAIN_WHOLE = /^-?\d+$/
const NO_NUMBER = /^(nan|[+-]?inf(inity)?)$/i

/** @param read converts a value to what is stored; undefined if it does not fit */
function plan<Stored>(
  storage: Storage,
  type: ColumnType | null,
  read: (value: NonNullable<Cell>) => Stored | undefined,
  append: (builder: VectorBuilder, stored: Stored) => void,
): ColumnPlan {
  return {
    type,
    storage,
    fits: (value) => read(value) !== undefined,
    append: (builder, value) => {
      const stored = read(value)
      if (stored === undefined) return false
      append(builder, stored)
      return true
    },
  }
}

/** A text column, which holds any value: strings as they are, everything else as `cellText`. */
export const textPlan = (type: ColumnType | null): ColumnPlan =>
  plan({ kind: 'text' }, type, cellText, (builder, text) => builder.appendText(text))

const booleans = plan({ kind: 'boolean' }, 'boolean', booleanOf, (builder, value) => builder.appendBoolean(value))

function booleanOf(value: NonNullable<Cell>): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 1n) return true
  if (value === 0 || value === 0n) return false
  if (typeof value !== 'string') return undefined
  if (/^(true|t|1)$/i.test(value)) return true
  return /^(false|f|0)$/i.test(value) ? false : undefined
}

/** 64-bit integers. */
const integers = plan({ kind: 'int64' }, 'integer', integerOf, appendWhole)

function appendWhole(builder: VectorBuilder, value: number | bigint): void {
  if (typeof value === 'number') builder.appendInteger(value)
  else builder.appendInt64(value)
}

function integerOf(value: NonNullable<Cell>): number | bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) return undefined
    return value.length < 16 ? Number(value) : integerOf(BigInt(value))
  }
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value ? value : undefined
}

const doubles = plan({ kind: 'double' }, 'float', doubleOf, (builder, value) => builder.appendDouble(value))

const SPECIAL_NUMBERS: Record<string, number> = {
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
}

function doubleOf(value: NonNullable<Cell>): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : undefined
  if (typeof value !== 'string') return undefined
  if (NUMBER.test(value)) return Number(value)
  return NO_NUMBER.test(value) ? SPECIAL_NUMBERS[value.toLowerCase().replace('inity', '').replace('+', '')] : undefined
}

/** All digits of a number. */
function digitsOf(value: NonNullable<Cell>): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'number' || value instanceof ExactNumber) return String(value)
  return typeof value === 'string' && (NUMBER.test(value) || NO_NUMBER.test(value)) ? value : undefined
}

/** Numbers of any width, stored as digits. */
export const digitTexts = (type: ColumnType): ColumnPlan =>
  plan({ kind: 'number_text' }, type, digitsOf, (builder, digits) => builder.appendText(digits))

function decimals(digits: Digits | undefined): ColumnPlan {
  const type = digits?.scale === 0 ? 'integer' : 'float'
  if (!digits || digits.precision > MAX_DIGITS || digits.precision < Math.max(1, digits.scale)) return digitTexts(type)
  return plan(
    { kind: 'decimal', ...digits },
    type,
    (value) => plainDecimal(value, digits) ?? (isWithin(digitsOf(value), digits) ? digitsOf(value) : undefined),
    (builder, stored) => {
      if (typeof stored === 'bigint') builder.appendDecimal(stored)
      else builder.appendDigits(stored)
    },
  )
}

/** The unscaled number, if it is written with exactly as many decimals as the column has. */
function plainDecimal(value: NonNullable<Cell>, { precision, scale }: Digits): bigint | undefined {
  if (typeof value !== 'string' || value.length > precision) return undefined
  const point = scale === 0 ? value.length : value.length - scale - 1
  if (scale > 0 && value[point] !== '.') return undefined
  const unscaled = scale === 0 ? value : value.slice(0, point) + value.slice(point + 1)
  return PLAIN_WHOLE.test(unscaled) ? BigInt(unscaled) : undefined
}

/** Whether a number fits the precision and scale of a column. */
function isWithin(text: string | undefined, { precision, scale }: Digits): boolean {
  if (text === undefined || NO_NUMBER.test(text)) return false
  if (/e/i.test(text)) return isWithin(plainDigits(text), { precision, scale })
  const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  return whole.length <= precision - scale && fraction.length <= scale
}

/** `1.5e3` as `1500`; undefined for exponents that no decimal column can hold. */
function plainDigits(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^([+-]?)(\d*)\.?(\d*)e([+-]?\d+)$/i.exec(text) ?? []
  const shift = Number(exponent)
  if (Math.abs(shift) > 2 * MAX_DIGITS) return undefined
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`
  const point = Math.max(0, -shift) + whole.length + shift
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

const dates = plan({ kind: 'date' }, 'date', dateOf, (builder, days) => builder.appendInt32(days))

function dateOf(value: NonNullable<Cell>): number | undefined {
  if (typeof value === 'string') return daysOf(value)
  if (!(value instanceof Date)) return undefined
  const days = value.getTime() / 86_400_000
  return Number.isInteger(days) ? days : undefined
}

const dateMicros = (date: Date): bigint | undefined =>
  Number.isNaN(date.getTime()) ? undefined : BigInt(date.getTime()) * MS_TO_MICROS

/** Wall-clock times: a value with an offset does not fit. A Date stands for its UTC clock time. */
const wallClocks = plan({ kind: 'timestamp' }, 'datetime', wallClockOf, appendWhole)

function wallClockOf(value: NonNullable<Cell>): number | bigint | undefined {
  if (value instanceof Date) return dateMicros(value)
  if (typeof value !== 'string') return undefined
  const plain = plainWallClock(value)
  if (plain !== undefined) return plain
  const days = daysOf(value)
  if (days !== undefined) return BigInt(days) * 86_400_000_000n
  const time = timeOf(value)
  return time?.offset === null ? time.wallClock : undefined
}

/** Instants; a time without an offset is in UTC. */
const instants = plan({ kind: 'instant' }, 'datetime', instantMicros, (builder, micros) => builder.appendInt64(micros))

function instantMicros(value: NonNullable<Cell>): bigint | undefined {
  if (value instanceof Date) return dateMicros(value)
  const time = typeof value === 'string' ? timeOf(value) : undefined
  return time && instantOf(time)
}

/** Strings must already be JSON. */
const documents = plan({ kind: 'json' }, null, documentOf, (builder, text) => builder.appendText(text))

function documentOf(value: NonNullable<Cell>): string | undefined {
  if (typeof value !== 'string')
    return typeof value === 'object' && !Array.isArray(value) && !isPlainObject(value) ? undefined : jsonText(value)
  try {
    JSON.parse(value)
    return value
  } catch {
    return undefined
  }
}

/** The plan for a declared column. A decimal without `digits` is stored as digits. */
export function planFor(kind: ValueKind, digits?: Digits): ColumnPlan {
  switch (kind) {
    case 'boolean':
      return booleans
    case 'integer':
      return integers
    case 'float':
      return doubles
    case 'decimal':
      return decimals(digits)
    case 'date':
      return dates
    case 'datetime':
      return wallClocks
    case 'instant':
      return instants
    case 'json':
      return documents
    case 'text':
      return textPlan('string')
  }
}
