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

/**
 * A colour as the browser reads it in a style, whatever its notation, as `#RRGGBB` in capitals. What can be seen through is made
 * opaque: drawings have a setting of their own for that, or none.
 * @returns null where it is no colour, or one that cannot be seen; without a browser nothing is known of either
 */
function cssColor(text: string): string | null {
  if (typeof document === 'undefined') return null
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  // What is no colour leaves the one before, which is why there are two of these.
  const [color, other] = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before
    context.fillStyle = text
    return context.fillStyle
  })
  if (color === undefined || color !== other || hasNoOpacity(color)) return null
  context.fillStyle = color.replace(opacity, '$1 1)')
  // Colours of larger spaces are not told in hex; these are read from what is painted.
  return (/^#\w{6}$/.test(context.fillStyle) ? context.fillStyle : painted(context)).toUpperCase()
}

/** At the end of a colour, as browsers write it down: `rgba(1, 2, 3, 0.5)`, `oklch(0.7 0.1 200 / 0.5)`. */
const opacity = /(,| \/) ([\d.e-]+)\)$/

const hasNoOpacity = (color: string) => Number(opacity.exec(color)?.[2] ?? 1) === 0

function painted(context: CanvasRenderingContext2D): string {
  context.fillRect(0, 0, 1, 1)
  const channels = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
