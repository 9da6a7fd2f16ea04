/** Longer numbers are refused: no database computes with them, and every digit takes time. */
const MAX_CHARACTERS = 64
const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * The canonical spelling of a number in a query: no plus sign, no leading or trailing zeros, no spaces. It keeps all digits of a
 * text, even those that a double would lose; only exponents are expanded.
 * @param value a finite number, or a text that consists of one
 * @returns null for anything else
 */
export function canonicalNumber(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value === 0 ? 0 : value) : null
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return null
  const match = NUMBER.exec(value.trim())
  if (match === null) return null
  const [text, sign = '', whole = '', fraction = '', exponent] = match
  if (exponent !== undefined) return canonicalNumber(Number(text))
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/0+$/, '')
  const unsigned = decimals === '' ? digits : `${digits}.${decimals}`
  return sign === '-' && unsigned !== '0' ? `-${unsigned}` : unsigned
}

/**
 * Reads a typed, stored or URL value as a number.
 * @returns null if it does not begin with a finite number; a text if a double would lose digits
 */
export function readNumber(raw: unknown): number | string | null {
  if (typeof raw !== 'number' && typeof raw !== 'string') return null
  const number = Number.parseFloat(String(raw))
  if (!Number.isFinite(number)) return null
  const exact = canonicalNumber(raw)
  return exact === null || exact === canonicalNumber(number) ? number : exact
}

/**
 * The content of a number input after a text was pasted into it.
 * @param before the characters before the pasted text; `after` has those behind it
 * @returns null if the pasted text is not a number, or does not form one with the characters around it: the paste is then ignored
 */
export function withPasted(pasted: string, before: string, after: string): number | string | null {
  const number = canonicalNumber(pasted)
  if (number === null) return null
  // A number that needs an exponent cannot be joined with other digits.
  const isPower = number.includes('e')
  if (before === '' && after === '') return isPower ? Number(number) : number
  const whole = before + (/e/i.test(pasted) ? number : pasted.trim()) + after
  return isPower || canonicalNumber(whole) === null ? null : whole
}
