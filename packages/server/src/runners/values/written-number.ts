/** A number with more digits than a double holds, as its source has written it. */
export class WrittenNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }

  toString(): string {
    return this.digits
  }
}

/** As many significant digits as every double keeps. */
const KEPT_DIGITS = 15

/** A number from its digits, with all of them: whole ones beyond 2^53 are bigints, and what a double would round stays written. */
export function numberOf(digits: string): number | bigint | WrittenNumber {
  const number = Number(digits)
  if (/^[+-]?\d+$/.test(digits)) return Number.isSafeInteger(number) ? number : BigInt(digits.replace('+', ''))
  const [significant = ''] = digits.split(/e/i)
  return significant.replace(/\D/g, '').replace(/^0+/, '').length > KEPT_DIGITS && Number.isFinite(number)
    ? new WrittenNumber(digits)
    : number
}
