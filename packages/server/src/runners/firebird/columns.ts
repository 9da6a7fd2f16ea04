import type { EventEmitter } from 'node:events'
import firebird from 'node-firebird'
import type { XdrReader } from 'node-firebird/lib/wire/serialize.js'
import { z } from 'zod'
import { QueryError } from '../runner.ts'
import type { Cell } from '../values/cells.ts'
import { shortestFloat32 } from '../values/float32.ts'
import type { DeclaredColumn } from '../values/rows.ts'
import type { Statement, Transaction } from './connection.ts'

type Variable = Statement['output'][number]

/** How a column is described and its values are read. */
export interface ColumnMapping {
  column: DeclaredColumn
  read(value: NonNullable<Cell>): Cell
  /** Whether values are blobs, which are fetched separately, and of which kind; null if they are not. */
  blob: 'text' | 'bytes' | null
}

const codes = firebird.SQL_TYPES
const NAMES = new Map(Object.entries(codes).map(([name, code]) => [code, name.replace(/^SQL_(TYPE_)?/, '')]))
/** Decimal digits of two, four, eight and sixteen byte integers. */
const DIGITS: Record<string, number> = { SHORT: 4, LONG: 9, INT64: 18, INT128: 38 }
const WHOLE: Record<string, string> = { SHORT: 'smallint', LONG: 'integer', INT64: 'bigint' }
const OCTETS = 1
const TEXT = 1

/** Describes a column and how to read it. Types: https://firebirdsql.org/file/documentation/html/en/refdocs/fblangref30 */
export function columnMapping(variable: Variable): ColumnMapping {
  const { type, subType, alias = '' } = variable
  const scale = -variable.scale
  const name = NAMES.get(type) ?? ''
  const reading = (column: Omit<DeclaredColumn, 'name'>, read: ColumnMapping['read'] = asIs): ColumnMapping => ({
    column: { name: alias, ...column },
    read,
    blob: null,
  })
  switch (name) {
    case 'SHORT':
    case 'LONG':
    case 'INT64':
    case 'INT128': {
      if (scale <= 0 && name !== 'INT128') return reading({ as: 'integer', sourceType: WHOLE[name] ?? '' })
      const digits = { precision: DIGITS[name] ?? 18, scale: Math.max(0, scale) }
      const sourceType = subType === 2 ? 'decimal' : scale > 0 ? 'numeric' : 'int128'
      // The bytes have room for one digit more than is declared.
      return reading(
        { as: 'decimal', digits: { ...digits, precision: Math.min(38, digits.precision + 1) }, sourceType },
        (value) => (typeof value === 'number' ? value.toFixed(digits.scale) : value),
      )
    }
    case 'FLOAT':
      return reading({ as: 'float', sourceType: 'float' }, (value) =>
        typeof value === 'number' ? shortestFloat32(value) : value,
      )
    case 'DOUBLE':
    case 'D_FLOAT':
      return reading({ as: 'float', sourceType: 'double precision' })
    case 'DEC16':
    case 'DEC34':
      return reading({ as: 'decimal', sourceType: name === 'DEC16' ? 'decfloat(16)' : 'decfloat(34)' })
    case 'BOOLEAN':
      return reading({ as: 'boolean', sourceType: 'boolean' })
    case 'DATE':
      return reading({ as: 'date', sourceType: 'date' })
    case 'TIMESTAMP':
      return reading({ as: 'datetime', sourceType: 'timestamp' })
    case 'TIMESTAMP_TZ':
    case 'TIMESTAMP_TZ_EX':
      return reading({ as: 'instant', sourceType: 'timestamp with time zone' })
    case 'TIME':
      return reading({ as: 'text', type: null, sourceType: 'time' })
    case 'TIME_TZ':
    case 'TIME_TZ_EX':
      return reading({ as: 'text', type: null, sourceType: 'time with time zone' }, (value) =>
        value instanceof Date ? `${value.toISOString().slice(11, 23)} UTC` : value,
      )
    case 'BLOB':
      return { ...reading({ as: 'text', sourceType: 'blob' }), blob: subType === TEXT ? 'text' : 'bytes' }
    case 'ARRAY':
      throw new QueryError(`The column "${alias}" is an array. Select single elements of it, such as ${alias}[1].`)
    default:
      return reading({ as: 'text', sourceType: subType === OCTETS ? 'octets' : name === 'TEXT' ? 'char' : 'varchar' })
  }
}

const asIs = (value: NonNullable<Cell>) => value

/** Days from Firebird's day 0, 1858-11-17, to 1970-01-01. */
const EPOCH_DAYS = 40_587
const DAY_MILLISECONDS = 86_400_000
const TICKS_A_MILLISECOND = 10

/**
 * Replaces the driver's decoding of some types. The driver converts times to Dates in the local time zone, in which some hours
 * of the year do not exist, drops tenths of milliseconds, and truncates fixed-width strings that contain emojis.
 */
export function installExactReaders(variables: readonly Variable[]): void {
  for (const variable of variables) {
    const read = readers[NAMES.get(variable.type) ?? '']
    if (!read || variable.subType === OCTETS) continue
    variable.decode = (data: XdrReader, saysNulls: boolean) => {
      const value = read(data, variable)
      // Up to protocol 12 (Firebird 2.5) a null indicator follows every value.
      return saysNulls && data.readInt() ? null : value
    }
  }
}

/** Bytes that the server reserves per character in UTF-8. */
const CHARACTER_BYTES = 4

const readers: Record<string, (data: XdrReader, variable: Variable) => Cell> = {
  TEXT(data, { length }) {
    const text = data.readText(length, 'utf8')
    const characters = Math.floor(length / CHARACTER_BYTES)
    // The server pads the value with blanks up to its length in bytes.
    return text.length <= characters ? text : Array.from(text).slice(0, characters).join('')
  },
  DATE: (data) => new Date((data.readInt() - EPOCH_DAYS) * DAY_MILLISECONDS),
  TIME: (data) => clock(data.readUInt()),
  TIMESTAMP(data) {
    const milliseconds = (data.readInt() - EPOCH_DAYS) * DAY_MILLISECONDS
    const ticks = data.readUInt()
    const date = new Date(milliseconds + Math.floor(ticks / TICKS_A_MILLISECOND))
    const rest = ticks % TICKS_A_MILLISECOND
    return rest === 0 ? date : date.toISOString().replace('Z', String(rest))
  },
}

/** Formats a time of day with up to four decimals, without trailing zeros. */
function clock(ticks: number): string {
  const [seconds = '', fraction = ''] = new Date(Math.floor(ticks / TICKS_A_MILLISECOND)).toISOString().slice(11, 23).split('.')
  const decimals = `${fraction}${ticks % TICKS_A_MILLISECOND}`.replace(/0+$/, '')
  return decimals === '' ? seconds : `${seconds}.${decimals}`
}

/** The driver's value of a blob column: a function that reads the blob. */
type BlobReader = (transaction: Transaction, opened: (error: unknown, name: unknown, bytes: EventEmitter) => void) => void

const BlobReader = z.custom<BlobReader>((value) => typeof value === 'function')

/** Replaces blob readers by their contents, one after the other, as the protocol requires: text as string, binary as bytes. */
export async function loadBlobs(rows: Cell[][], mappings: readonly ColumnMapping[], transaction: Transaction): Promise<void> {
  const columns = mappings.flatMap(({ blob }, index) => (blob === null ? [] : [{ index, blob }]))
  if (columns.length === 0) return
  for (const row of rows) {
    for (const { index, blob } of columns) {
      const reader = row[index] ?? null
      if (reader === null) continue
      const bytes = await bytesOf(BlobReader.parse(reader), transaction)
      row[index] = blob === 'text' ? bytes.toString() : bytes
    }
  }
}

function bytesOf(read: BlobReader, transaction: Transaction): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    read(transaction, (error, _name, bytes) => {
      if (error) {
        reject(error)
        return
      }
      const parts: Uint8Array[] = []
      bytes.on('data', (part: Uint8Array) => parts.push(part))
      bytes.on('end', () => resolve(Buffer.concat(parts)))
      bytes.on('error', reject)
    })
  })
}
