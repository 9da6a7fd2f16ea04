import { graphemesOf } from '@sightline/domain/shortened.ts'
import type { ChartTheme } from './echarts/theme.ts'
import { fitted } from './fitted-text.ts'
import type { Size } from './picture.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** A text for an SVG document. Characters that it does not allow are removed. */
export const escaped = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').replace(/[&<>]/g, (sign) => SIGNS[sign] ?? '')

/** In multiples of the font size, where nothing can be measured. East Asian characters are as wide as they are high. */
export const estimatedWidth = (text: string): number =>
  graphemesOf(text).reduce(
    (sum, grapheme) => sum + (/[ .,:;'|!iljI]/.test(grapheme) ? 0.32 : grapheme > '\u2e7f' ? 1 : 0.62),
    0,
  )

interface TextLook {
  size: number
  color: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  /** The baseline is at `y` by default. */
  isCentered?: boolean
}

/** A line of text. @param x pixels, as is `y` */
export function svgText(
  text: string,
  x: number,
  y: number,
  { size, color, weight = 400, anchor = 'start', isCentered = false }: TextLook,
): string {
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`
  const baseline = isCentered ? ' dominant-baseline="central"' : ''
  return `<text ${place} font-size="${size}" font-weight="${weight}" fill="${escapedAttribute(color)}" text-anchor="${anchor}"${baseline}>${escaped(text)}</text>`
}

/** A color or another value that may come from stored options. */
export const escapedAttribute = (value: string) => escaped(value).replaceAll('"', '&quot;')

/** The text as far as it fits, cut with an ellipsis. @param width pixels */
export const fittedText = (text: string, width: number, size: number): string =>
  fitted(text, (cut) => estimatedWidth(cut) * size <= width)

/** An SVG document in the font and on the surface of a scheme. */
export const svgDocument = ({ width, height }: Size, { font, surface }: ChartTheme, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}">
<rect width="${width}" height="${height}" fill="${surface}"/>
${content}
</svg>`
