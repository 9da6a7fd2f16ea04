import { offsetAt } from '@sightline/domain/format/time-zone.ts'
import { dateText } from '../../../platform/results/cells.ts'
import type { ByteReader } from './byte-reader.ts'
import { type ColumnType, fixedType, textType, type Values } from './values.ts'

/** How dates and times are shown. */
export interface TimeContext {
  /** Time zone of a column. */
  timeZone: string
  /** Whether the date 0 means no day, which servers before 2020 show as `0000-00-00`. */
  hasNoDays: boolean
}

const DAY = 86_400
const MICROS = 6
const TWO_32 = 2 ** 32

const two = (number: number): string => String(number).padStart(2, '0')
const clockText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
const fractionText = (fraction: bigint, digits: number): string =>
  digits === 0 ? '' : `.${String(fraction).padStart(digits, '0')}`

/** A time on a clock: whole seconds since 1970-01-01, and a fraction. */
const timeText = (seconds: number, fraction: bigint, digits: number): string => {
  const days = Math.floor(seconds / DAY)
  return `${dateText(days)} ${clockText(seconds - days * DAY)}${fractionText(fraction, digits)}`
}

/** Marks the dates that are no days, if the server has them. @param isZero whether the value of a row is 0 */
function withNoDays(values: Values, count: number, isZero: ((row: number) => boolean) | null, written: string): Values {
  if (!isZero) return values
  const noDays = Uint8Array.from({ length: count }, (_, row) => Number(isZero(row)))
  return { ...values, noDays, json: (row) => (noDays[row] ? written : values.json(row)) }
}

const days = fixedType({
  width: 2,
  vectorWidth: 4,
  convert: (source, from, target, to) => target.setUint32(to, source.getUint16(from, true), true),
  json: (source, at) => `"${dateText(source.getUint16(at, true))}"`,
})

export const date = ({ hasNoDays }: TimeContext): ColumnType => ({
  async read(reader, count) {
    const bytes = await peek(reader, 2 * count)
    const isZero = (row: number) => bytes.readUInt16LE(2 * row) === 0
    return withNoDays(await days.read(reader, count), count, hasNoDays ? isZero : null, '"0000-00-00"')
  },
})

async function peek(reader: ByteReader, count: number): Promise<Buffer> {
  await reader.need(count)
  return reader.bytes.subarray(reader.at, reader.at + count)
}

export const date32: ColumnType = fixedType({
  width: 4,
  vectorWidth: 4,
  json: (source, at) => `"${dateText(source.getInt32(at, true))}"`,
})

/** Seconds that the clock of a zone is ahead of UTC, by seconds since 1970-01-01 UTC. */
const zoneOffset = (timeZone: string) => (seconds: number) => offsetAt(timeZone, seconds * 1000) / 1000

/** Writes microseconds as 64 bits. */
function setMicros(target: DataView, to: number, micros: number): void {
  const high = Math.floor(micros / TWO_32)
  target.setUint32(to, micros - high * TWO_32, true)
  target.setInt32(to + 4, high, true)
}

export function dateTime({ timeZone, hasNoDays }: TimeContext): ColumnType {
  const offset = zoneOffset(timeZone)
  const wall = (source: DataView, at: number) => {
    const seconds = source.getUint32(at, true)
    return seconds + offset(seconds)
  }
  const times = fixedType({
    width: 4,
    vectorWidth: 8,
    convert: (source, from, target, to) => setMicros(target, to, wall(source, from) * 1e6),
    json: (source, at) => `"${timeText(wall(source, at), 0n, 0)}"`,
  })
  return {
    async read(reader, count) {
      const bytes = await peek(reader, 4 * count)
      const isZero = (row: number) => bytes.readUInt32LE(4 * row) === 0
      return withNoDays(await times.read(reader, count), count, hasNoDays ? isZero : null, '"0000-00-00 00:00:00"')
    },
  }
}

/** A number of ticks as whole seconds and the ticks behind them. */
function split(ticks: bigint, digits: number): { seconds: number; fraction: bigint } {
  const factor = 10n ** BigInt(digits)
  const fraction = ((ticks % factor) + factor) % factor
  return { seconds: Number((ticks - fraction) / factor), fraction }
}

/** @param digits of the second, up to 9; a vector has up to 6, and more as text */
export function dateTime64(digits: number, { timeZone }: TimeContext): ColumnType {
  const offset = zoneOffset(timeZone)
  const written = (ticks: bigint) => {
    const { seconds, fraction } = split(ticks, digits)
    return timeText(seconds + offset(seconds), fraction, digits)
  }
  if (digits > MICROS)
    return textType(8, { text: (bytes, at) => written(bytes.readBigInt64LE(at)), json: (text) => `"${text}"` })
  const perSecond = 10 ** digits
  const factor = 10 ** (MICROS - digits)
  return fixedType({
    width: 8,
    vectorWidth: 8,
    convert(source, from, target, to) {
      const ticks = source.getInt32(from + 4, true) * TWO_32 + source.getUint32(from, true)
      const seconds = Math.floor(ticks / perSecond)
      const micros = ticks * factor + offset(seconds) * 1e6
      if (Number.isSafeInteger(micros)) setMicros(target, to, micros)
      else target.setBigInt64(to, source.getBigInt64(from, true) * BigInt(factor) + BigInt(offset(seconds) * 1e6), true)
    },
    json: (source, at) => `"${written(source.getBigInt64(at, true))}"`,
  })
}

/** Hours, minutes and seconds of a span of time, which may be negative. */
function spanText(ticks: bigint, digits: number): string {
  const { seconds, fraction } = split(ticks < 0n ? -ticks : ticks, digits)
  return `${ticks < 0n ? '-' : ''}${clockText(seconds)}${fractionText(fraction, digits)}`
}

export const time: ColumnType = textType(4, {
  text: (bytes, at) => spanText(BigInt(bytes.readInt32LE(at)), 0),
  json: (text) => `"${text}"`,
})

export const time64 = (digits: number): ColumnType =>
  textType(8, { text: (bytes, at) => spanText(bytes.readBigInt64LE(at), digits), json: (text) => `"${text}"` })
