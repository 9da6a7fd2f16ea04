/** Longer ones are refused: no database computes with them, and each digit is work. */
const MAX_CHARACTERS = 64
const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * The one spelling of a number, as it stands in a query: no plus, no leading or trailing zeros, no blanks. All digits of a text
 * are kept, also those that a double would lose; only an exponent is worked out.
 * @param value a finite number, or a text that is one from end to end
 * @returns null for everything else
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
 * What was typed, stored or came in an address, read as a number.
 * @returns null when it does not begin with a finite number; digits that a double would lose stay a text
 */
export function readNumber(raw: unknown): number | string | null {
  if (typeof raw !== 'number' && typeof raw !== 'string') return null
  const number = Number.parseFloat(String(raw))
  if (!Number.isFinite(number)) return null
  const exact = canonicalNumber(raw)
  return exact === null || exact === canonicalNumber(number) ? number : exact
}

/**
 * What the input of a number holds after a text was pasted into it.
 * @param before what stands before the pasted text, and `after` behind it
 * @returns null for a text that is no number, or makes none with what is there: then nothing of it is taken
 */
export function withPasted(pasted: string, before: string, after: string): number | string | null {
  const number = canonicalNumber(pasted)
  if (number === null) return null
  // What is too large or too small to be written without an exponent goes with no other digits.
  const isPower = number.includes('e')
  if (before === '' && after === '') return isPower ? Number(number) : number
  const whole = before + (/e/i.test(pasted) ? number : pasted.trim()) + after
  return isPower || canonicalNumber(whole) === null ? null : whole
}
