import { IntervalUnit, TimeUnit } from 'apache-arrow'

// Values of Arrow as texts.

const UNITS_A_SECOND = {
  [TimeUnit.SECOND]: 1n,
  [TimeUnit.MILLISECOND]: 1000n,
  [TimeUnit.MICROSECOND]: 1_000_000n,
  [TimeUnit.NANOSECOND]: 1_000_000_000n,
}
const DIGITS = { [TimeUnit.SECOND]: 0, [TimeUnit.MILLISECOND]: 3, [TimeUnit.MICROSECOND]: 6, [TimeUnit.NANOSECOND]: 9 }
const MILLIS_A_DAY = 86_400_000
/** Milliseconds from 1970 to the last time that a Date holds, in both directions. */
const MAX_DATE_MILLIS = 8_640_000_000_000_000

/** A whole number of units as a decimal number; a negative scale appends zeros. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled) + (unscaled === 0n ? '' : '0'.repeat(-scale))
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** @param value days since 1970 as a number, or milliseconds as a bigint */
export const dateText = (value: number | bigint): string =>
  isoText(typeof value === 'bigint' ? Number(value) : value * MILLIS_A_DAY)?.slice(0, -14) ?? String(value)

/** A time since 1970, such as `2024-03-01 12:30:00.25Z`; the number itself beyond the calendar, as of infinity. */
export function timestampText(value: bigint, unit: TimeUnit, isInstant: boolean): string {
  const perSecond = UNITS_A_SECOND[unit]
  const fraction = ((value % perSecond) + perSecond) % perSecond
  const iso = isoText(Number((value - fraction) / perSecond) * 1000)
  if (iso === null) return String(value)
  return `${iso.slice(0, -5).replace('T', ' ')}${fractionText(fraction, unit)}${isInstant ? 'Z' : ''}`
}

const isoText = (millis: number): string | null => (Math.abs(millis) <= MAX_DATE_MILLIS ? new Date(millis).toISOString() : null)

/** The digits of a fraction of a second behind its point, without zeros at the end. */
function fractionText(fraction: bigint, unit: TimeUnit): string {
  const digits = String(fraction).padStart(DIGITS[unit], '0').replace(/0+$/, '')
  return fraction === 0n ? '' : `.${digits}`
}

/** A time of day. */
export function timeText(value: bigint, unit: TimeUnit): string {
  const perSecond = UNITS_A_SECOND[unit]
  const seconds = Number(value / perSecond)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + fractionText(value % perSecond, unit)
}

/** A span of time in ISO 8601, such as `PT1H30M0.5S`. */
export const durationText = (value: bigint, unit: TimeUnit): string =>
  isoDuration({ months: 0, days: 0, nanos: value * (UNITS_A_SECOND[TimeUnit.NANOSECOND] / UNITS_A_SECOND[unit]) })

/** A span of months, days and time in ISO 8601, such as `P1Y2M3DT0.5S`. @param parts as Arrow has them, in words of 32 bits */
export function intervalText(parts: Int32Array, unit: IntervalUnit): string {
  const [first = 0, second = 0, low = 0, high = 0] = parts
  if (unit === IntervalUnit.YEAR_MONTH) return isoDuration({ months: first, days: 0, nanos: 0n })
  if (unit === IntervalUnit.DAY_TIME) return isoDuration({ months: 0, days: first, nanos: BigInt(second) * 1_000_000n })
  return isoDuration({ months: first, days: second, nanos: (BigInt(high) << 32n) | BigInt(low >>> 0) })
}

function isoDuration({ months, days, nanos }: { months: number; days: number; nanos: bigint }): string {
  const sign = nanos < 0n ? '-' : ''
  const length = nanos < 0n ? -nanos : nanos
  const seconds = length / UNITS_A_SECOND[TimeUnit.NANOSECOND]
  const [hours, minutes] = [seconds / 3600n, (seconds / 60n) % 60n]
  const rest = `${seconds % 60n}${fractionText(length % UNITS_A_SECOND[TimeUnit.NANOSECOND], TimeUnit.NANOSECOND)}`
  const date = [part(Math.trunc(months / 12), 'Y'), part(months % 12, 'M'), part(days, 'D')].join('')
  const time = [part(hours, 'H', sign), part(minutes, 'M', sign), rest === '0' ? '' : `${sign}${rest}S`].join('')
  if (date === '' && time === '') return 'PT0S'
  return `P${date}${time === '' ? '' : `T${time}`}`
}

const part = (count: number | bigint, letter: string, sign = ''): string =>
  Number(count) === 0 ? '' : `${sign}${count}${letter}`
