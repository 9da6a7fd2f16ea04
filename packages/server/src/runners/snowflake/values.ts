import type { DeclaredColumn } from '../values/rows.ts'
import type { RowType } from './service.ts'

/** Integers with at most this many digits fit into 64 bits. */
const INT64_DIGITS = 18

export function columnOf({ name, type, precision, scale }: RowType, isLowerCase: boolean): DeclaredColumn {
  const column = { name: isLowerCase ? name.toLowerCase() : name, sourceType: type }
  switch (type.toLowerCase()) {
    case 'fixed':
    case 'number':
      return {
        ...column,
        ...(scale || (precision ?? 38) > INT64_DIGITS
          ? { as: 'decimal', digits: { precision: precision ?? 38, scale: scale ?? 0 } }
          : { as: 'integer' }),
      }
    case 'real':
    case 'float':
      return { ...column, as: 'float' }
    // Up to 38 significant digits, with any scale.
    case 'decfloat':
      return { ...column, as: 'decimal' }
    case 'boolean':
      return { ...column, as: 'boolean' }
    case 'date':
      return { ...column, as: 'date' }
    case 'timestamp_ntz':
      return { ...column, as: 'datetime' }
    case 'timestamp_ltz':
    case 'timestamp_tz':
      return { ...column, as: 'instant' }
    case 'variant':
    case 'object':
    case 'array':
    case 'map':
    case 'vector':
      return { ...column, as: 'json' }
    default:
      return { ...column, as: 'text' }
  }
}

const MS_A_DAY = 86_400_000

/** Converts days and seconds since 1970-01-01 to dates and times; other values are returned unchanged. */
export function cellOf({ type }: RowType, written: string | null): string | null {
  if (written === null) return null
  switch (type.toLowerCase()) {
    case 'date':
      return new Date(Number(written) * MS_A_DAY).toISOString().slice(0, 10)
    case 'time':
      return timeText(written).slice(11)
    case 'timestamp_ntz':
      return timeText(written)
    // After a space follows the original zone's offset; the instant does not depend on it.
    case 'timestamp_ltz':
    case 'timestamp_tz':
      return `${timeText(written.split(' ')[0] ?? '')}Z`
    default:
      return written
  }
}

/** `1709210096.123000000` as `2024-02-29T12:34:56.123`. Before 1970 the fraction is negative, like the seconds. */
function timeText(seconds: string): string {
  const [whole = '0', fraction = ''] = seconds.split('.')
  const nanos = BigInt(`${whole}${fraction.padEnd(9, '0').slice(0, 9)}`)
  const within = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const text = new Date(Number((nanos - within) / 1_000_000n)).toISOString().slice(0, 19)
  const digits = String(within).padStart(9, '0').replace(/0+$/, '')
  return digits === '' ? text : `${text}.${digits}`
}
