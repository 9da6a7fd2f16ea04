/** A number as decimal digits, which a double could not hold exactly: `-12.50` is { negative, integer: '12', fraction: '50' }. */
export interface Decimal {
  negative: boolean
  /** At least one digit, without leading zeros beyond it. */
  integer: string
  /** Digits after the decimal point; '' for none. */
  fraction: string
}

const NUMBER = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/

/** Parses a number or a text such as `12`, `-0.5` or `1e21`; null if it is not a finite number. */
export function parseDecimal(value: number | string): Decimal | null {
  const match = NUMBER.exec(String(value))
  if (!match) return null
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  if (whole === '' && part === '') return null
  const moved = shift({ negative: sign === '-', integer: whole || '0', fraction: part }, Number(exponent))
  return { ...moved, integer: withoutLeadingZeros(moved.integer) }
}

/** Multiplies by ten to the power of `places`, which may be negative. */
export function shift(number: Decimal, places: number): Decimal {
  const digits = number.integer + number.fraction
  const point = number.integer.length + places
  if (point <= 0) return { ...number, integer: '0', fraction: '0'.repeat(-point) + digits }
  return {
    ...number,
    integer: withoutLeadingZeros(digits.slice(0, point).padEnd(point, '0')),
    fraction: digits.slice(point),
  }
}

/** Rounds to `places` decimals; halves are rounded away from zero. */
export function round(number: Decimal, places: number): Decimal {
  const kept = number.fraction.slice(0, places).padEnd(places, '0')
  const isUp = (number.fraction[places] ?? '0') >= '5'
  const digits = isUp ? increment(number.integer + kept) : number.integer + kept
  const point = digits.length - places
  return { ...number, integer: withoutLeadingZeros(digits.slice(0, point)), fraction: digits.slice(point) }
}

export const isZero = (number: Decimal) => /^0*$/.test(number.integer + number.fraction)

function increment(digits: string): string {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0
  const head = digits.slice(0, digits.length - nines)
  const last = head.at(-1)
  return (last === undefined ? '1' : head.slice(0, -1) + String(Number(last) + 1)) + '0'.repeat(nines)
}

const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')
