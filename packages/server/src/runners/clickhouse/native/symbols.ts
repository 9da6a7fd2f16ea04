import { type ColumnType, textType } from './values.ts'

// Types that are shown as texts, which stand for numbers or addresses.

const { stringify: json } = JSON

/** @param names by number */
export function enumeration(width: 1 | 2, names: ReadonlyMap<number, string>): ColumnType {
  const numberAt = (bytes: Buffer, at: number) => (width === 1 ? bytes.readInt8(at) : bytes.readInt16LE(at))
  return textType(width, { text: (bytes, at) => names.get(numberAt(bytes, at)) ?? '', json })
}

const hexadecimal = (half: bigint): string => half.toString(16).padStart(16, '0')

/** Two halves, each with its lowest byte first. */
export const uuid: ColumnType = textType(16, {
  text(bytes, at) {
    const digits = hexadecimal(bytes.readBigUInt64LE(at)) + hexadecimal(bytes.readBigUInt64LE(at + 8))
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  },
  json,
})

export const ipv4: ColumnType = textType(4, {
  text: (bytes, at) => `${bytes[at + 3]}.${bytes[at + 2]}.${bytes[at + 1]}.${bytes[at]}`,
  json,
})

export const ipv6: ColumnType = textType(16, { text: (bytes, at) => ipv6Text(bytes.subarray(at, at + 16)), json })

const GROUPS = 8

/** Writes an address as the server does: `::` for the longest run of zeros, and IPv4 addresses within in their own form. */
function ipv6Text(address: Buffer): string {
  const groups = Array.from({ length: GROUPS }, (_, index) => address.readUInt16BE(2 * index))
  const { start, length } = longestZeros(groups)
  const isV4 = start === 0 && (length === 6 || (length === 5 && groups[5] === 0xffff))
  const written = groups.map((group) => group.toString(16))
  const tail = isV4 ? [...written.slice(length, 6), address.subarray(12).join('.')] : written.slice(start + length)
  return length < 2 ? written.join(':') : `${written.slice(0, start).join(':')}::${tail.join(':')}`
}

/** The first one of the longest runs of zeros. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    const end = groups.findIndex((group, index) => index >= start && group !== 0)
    const length = (end < 0 ? groups.length : end) - start
    if (length > longest.length) longest = { start, length }
  }
  return longest
}
