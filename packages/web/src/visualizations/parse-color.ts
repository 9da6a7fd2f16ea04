import { palette } from './palette.ts'

/** Names that people type besides those of the palette, as CSS has them. */
const named: Readonly<Record<string, string>> = {
  aqua: '#00FFFF',
  fuchsia: '#FF00FF',
  gold: '#FFD700',
  grey: '#808080',
  indigo: '#4B0082',
  lime: '#00FF00',
  maroon: '#800000',
  navy: '#000080',
  silver: '#C0C0C0',
  turquoise: '#40E0D0',
  violet: '#EE82EE',
  white: '#FFFFFF',
  yellow: '#FFFF00',
}

/** A typed colour as it is stored, `#RRGGBB` in capitals: a long or short hex value or a name. Null when it is none of them. */
export function parseColor(text: string): string | null {
  const typed = text.trim()
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed)?.[1]
  if (hex) return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`.toUpperCase()
  const name = typed.toLowerCase()
  return palette.find((color) => color.name.toLowerCase() === name)?.light ?? named[name] ?? null
}
