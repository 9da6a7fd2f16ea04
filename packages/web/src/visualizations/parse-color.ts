import { palette } from './palette.ts'

/**
 * Converts a typed colour to its stored form, upper-case `#RRGGBB`. Accepts hex values (also short or without `#`), palette
 * names, and any CSS colour. Opacity is dropped.
 * @returns null if the text is none of these
 */
export function parseColor(text: string): string | null {
  const typed = text.trim()
  const name = typed.toLowerCase()
  return fromHex(typed) ?? palette.find((color) => color.name.toLowerCase() === name)?.light ?? cssColor(typed)
}

/** In four or eight digits, the last quarter is the opacity. Fully transparent colours are refused. */
function fromHex(text: string): string | null {
  const [, hex] = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text) ?? []
  if (hex === undefined) return null
  const digits = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex
  return digits.slice(6) === '00' ? null : `#${digits.slice(0, 6)}`.toUpperCase()
}

/**
 * Parses any CSS colour with the browser and returns upper-case `#RRGGBB`. Opacity is dropped, because visualizations either have
 * a separate opacity option or none.
 * @returns null for an invalid or fully transparent colour, and if there is no browser
 */
function cssColor(text: string): string | null {
  if (typeof document === 'undefined') return null
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  // An invalid colour leaves the previous value of `fillStyle`, so two different previous values reveal it.
  const [color, other] = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before
    context.fillStyle = text
    return context.fillStyle
  })
  if (color === undefined || color !== other || hasNoOpacity(color)) return null
  context.fillStyle = color.replace(opacity, '$1 1)')
  // Colours of wide colour spaces are not serialized as hex, so a painted pixel is read instead.
  return (/^#\w{6}$/.test(context.fillStyle) ? context.fillStyle : painted(context)).toUpperCase()
}

/** The opacity at the end of a serialized colour: `rgba(1, 2, 3, 0.5)`, `oklch(0.7 0.1 200 / 0.5)`. */
const opacity = /(,| \/) ([\d.e-]+)\)$/

const hasNoOpacity = (color: string) => Number(opacity.exec(color)?.[2] ?? 1) === 0

function painted(context: CanvasRenderingContext2D): string {
  context.fillRect(0, 0, 1, 1)
  const channels = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
