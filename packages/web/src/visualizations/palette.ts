import type { FlowPath } from '@sightline/domain/flows/paths.ts'

/** A palette colour: its light value is stored, and the value of the colour scheme is shown. */
interface PaletteColor {
  name: string
  light: string
  dark: string
}

/** Automatic colours in the order of assignment. Neighbours remain distinct with every common colour vision deficiency. */
export const basePalette: readonly PaletteColor[] = [
  { name: 'Blue', light: '#3E5EDB', dark: '#5493FC' },
  { name: 'Red', light: '#D74E3D', dark: '#EF6968' },
  { name: 'Green', light: '#238F66', dark: '#43C99E' },
  { name: 'Purple', light: '#7D4BAB', dark: '#8C5BE1' },
  { name: 'Cyan', light: '#309AAB', dark: '#6FD7E2' },
  { name: 'Orange', light: '#E37611', dark: '#FA9C2B' },
  { name: 'Light Blue', light: '#169AED', dark: '#8EB6D4' },
  { name: 'Lilac', light: '#866FC9', dark: '#A990CD' },
  { name: 'Light Green', light: '#6E9F6D', dark: '#AEEBAE' },
  { name: 'Brown', light: '#724716', dark: '#A56C41' },
  { name: 'Black', light: '#212A32', dark: '#DCE9F8' },
  { name: 'Gray', light: '#6E7378', dark: '#7F8286' },
  { name: 'Pink', light: '#BB578D', dark: '#E76DAA' },
  { name: 'Dark Blue', light: '#232777', dark: '#5A7CC2' },
]

/** Additional colours to choose from. */
export const additionalPalette: readonly PaletteColor[] = [
  { name: 'Amber', light: '#B68548', dark: '#F1B548' },
  { name: 'Teal', light: '#2E6567', dark: '#1DAC92' },
  { name: 'Magenta', light: '#923394', dark: '#CD56D2' },
  { name: 'Olive', light: '#65623B', dark: '#B2C771' },
  { name: 'Coral', light: '#AD7266', dark: '#F7A098' },
  { name: 'Slate', light: '#5E7A98', dark: '#597486' },
]

export const palette: readonly PaletteColor[] = [...basePalette, ...additionalPalette]

const darkOf = new Map(palette.map(({ light, dark }) => [light, dark]))

/** Returns a stored colour as shown in the colour scheme; colours outside of the palette are unchanged. */
export function shownColor(stored: string, scheme: 'light' | 'dark'): string {
  return scheme === 'dark' ? (darkOf.get(stored.toUpperCase()) ?? stored) : stored
}

const baseColors: readonly string[] = basePalette.map(({ light }) => light)

/** The automatic colours as stored. @param own those of the organization; empty if it has none */
export const automaticColors = (own: readonly string[]): readonly string[] => (own.length === 0 ? baseColors : own)

/**
 * Returns the automatic colour of the series at `index`. Past the end colours repeat, and `isRepeated` series are drawn with
 * dashes.
 * @param own the colours of the organization; empty if it has none
 */
export function automaticColor(index: number, own: readonly string[] = []): { stored: string; isRepeated: boolean } {
  const colors = automaticColors(own)
  return { stored: colors[index % colors.length] ?? '#3E5EDB', isRepeated: index >= colors.length }
}

/** Greater values contrast more with the background. */
const ramps = {
  light: ['#F1F5FE', '#CFDDFB', '#92B3F3', '#4F7CE3', '#234399'],
  dark: ['#161C2B', '#1F3260', '#2F55AE', '#5C8EF2', '#B4D0FF'],
}

/** The default colours from smallest to greatest value. */
export const sequentialRamp = (scheme: 'light' | 'dark'): readonly string[] => ramps[scheme]

/** Interpolates along a ramp of `#RRGGBB` colours. @param share 0 to 1, clamped */
export function colorAlong(ramp: readonly string[], share: number): string {
  const place = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * (ramp.length - 1)
  const from = ramp[Math.floor(place)] ?? '#000000'
  const to = ramp[Math.ceil(place)] ?? from
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * (place % 1)))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Like `colorAlong`, but quantized to `steps` colours, so that the steps can be counted. */
export function colorStep(ramp: readonly string[], share: number, steps: number): string {
  const last = Math.max(1, Math.round(steps) - 1)
  return colorAlong(ramp, Math.min(last, Math.floor(Math.max(0, share) * (last + 1))) / last)
}

/** Returns black or white, whichever is readable on the colour. */
export function inkOn(color: string): string {
  // The luminance at which both have the same contrast.
  return luminanceOf(color) > 0.179 ? '#14171C' : '#FFFFFF'
}

/** The contrast of two colours, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The relative luminance of a colour, from 0 to 1. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: string): number[] {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1] ?? '000000'
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/**
 * Returns a colour for each name, the same everywhere: the most frequent names get the first colours of the palette.
 * @param own the colours of the organization; empty if it has none
 */
export function flowColors(
  paths: readonly FlowPath[],
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): (name: string) => string {
  const totals = new Map<string, number>()
  for (const { steps, value } of paths) {
    for (const step of steps) if (step !== null) totals.set(step, (totals.get(step) ?? 0) + value)
  }
  const names = [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const places = new Map(names.map((name, index) => [name, index]))
  return (name) => shownColor(automaticColor(places.get(name) ?? 0, own).stored, scheme)
}

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
