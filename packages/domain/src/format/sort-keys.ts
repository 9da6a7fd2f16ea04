import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import type { NumberMarks } from './number.ts'

dayjs.extend(utc)
dayjs.extend(customParseFormat)

/** The formats in which the texts of a column are written. */
export interface WrittenFormats {
  numberMarks: NumberMarks
  /** Patterns of dates; the first one that fits all texts counts. */
  datePatterns: readonly string[]
}

/**
 * The numbers by which formatted values are sorted, for a reader that has nothing but their texts: those of numbers, and the times of
 * dates. All are null if one of the texts is neither, or is in another unit than the others.
 * @returns null for an empty text
 */
export function sortKeys(texts: readonly string[], { numberMarks, datePatterns }: WrittenFormats): (number | null)[] {
  const none = texts.map(() => null)
  const readers = [numberReader(numberMarks), ...datePatterns.map(dateReader)]
  for (const reader of readers) {
    const read = texts.map((text) => (text === '' ? null : reader(text)))
    const units = new Set(read.flatMap((one) => one?.unit ?? []))
    const isAll = read.every((one, at) => one !== null || texts[at] === '')
    if (isAll && units.size === 1) return read.map((one) => one?.value ?? null)
  }
  return none
}

interface ReadText {
  value: number
  /** The text around the number. */
  unit: string
}

type Reader = (text: string) => ReadText | null

function numberReader({ thousands, decimal }: NumberMarks): Reader {
  const [group, point] = [thousands, decimal].map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const whole = thousands === '' ? '\\d+' : `\\d{1,3}(?:${group}\\d{3})+|\\d+`
  const pattern = new RegExp(`^(\\D*?)(-?)(${whole})(?:${point}(\\d+))?(\\D*)$`)
  return (text) => {
    const [, before, sign, integer, fraction = '0', after] = pattern.exec(text) ?? []
    if (before === undefined || integer === undefined) return null
    const isNegative = sign === '-' || before.includes('-')
    const value = Number(`${thousands === '' ? integer : integer.replaceAll(thousands, '')}.${fraction}`)
    return { value: isNegative ? -value : value, unit: `${before.replace('-', '')}#${after}` }
  }
}

const dateReader =
  (pattern: string): Reader =>
  (text) => {
    const date = dayjs.utc(text, pattern, true)
    return date.isValid() ? { value: date.valueOf(), unit: '' } : null
  }
