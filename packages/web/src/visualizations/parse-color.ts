import { cssColor } from './css-color.ts'
import { palette } from './palette.ts'

/**
 * A typed colour as it is stored, `#RRGGBB` in capitals: a hex value, also a short one and without its `#`, a name of the palette,
 * or whatever else CSS knows. Opacity is left out.
 * @returns null when it is none of them
 */
export function parseColor(text: string): string | null {
  const typed = text.trim()
  const name = typed.toLowerCase()
  return fromHex(typed) ?? palette.find((color) => color.name.toLowerCase() === name)?.light ?? cssColor(typed)
}

/** Of four or eight digits, the last quarter is the opacity. Nothing is to be seen of a colour that has none. */
function fromHex(text: string): string | null {
  const [, hex] = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text) ?? []
  if (hex === undefined) return null
  const digits = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex
  return digits.slice(6) === '00' ? null : `#${digits.slice(0, 6)}`.toUpperCase()
}
