import { paperOf } from '../visualizations/echarts/theme.ts'
import { fitted } from '../visualizations/fitted-text.ts'
import type { Size } from '../visualizations/picture.ts'
import { escaped } from '../visualizations/svg-text.ts'
import { widthOf } from '../visualizations/text-width.ts'
import { colorsOf, textColorOn } from '../visualizations/treemap/colors.ts'
import type { TreemapOptions } from '../visualizations/treemap/options.ts'
import { type Tiles, valueText } from '../visualizations/treemap/prepare.ts'
import { type Area, squarify } from '../visualizations/treemap/squarify.ts'
import type { Formats } from '../visualizations/visualization.ts'

/** Pixels. */
const GAP = 2
const MARGIN = 8
const FONT = 12
const LINE = 16

/** The outermost level of a treemap as an SVG document. */
export function treemapSvg(
  level: Tiles,
  options: TreemapOptions,
  formats: Formats,
  { width, height, scheme }: Size & { scheme: 'light' | 'dark' },
): string {
  const paper = paperOf(scheme)
  const { tiles } = level
  const areas = squarify(
    tiles.map(({ value }) => value),
    { x: 0, y: 0, width, height },
  )
  const colors = colorsOf(level, scheme, formats.chartColors)
  const drawn = tiles.map(({ name, value }, index) => {
    const area = areas[index] ?? { x: 0, y: 0, width: 0, height: 0 }
    const color = colors[index] ?? paper.grid
    const ink = textColorOn(color)
    const lines = linesIn(area, [name, valueText(value, options, formats)])
    const texts = lines.map(
      (text, at) =>
        `<text x="${area.x + MARGIN}" y="${area.y + LINE * (at + 1)}" font-size="${FONT}" font-weight="${at === 0 ? 600 : 400}" fill="${ink}">${escaped(text)}</text>`,
    )
    const box = `x="${area.x}" y="${area.y}" width="${Math.max(0, area.width - GAP)}" height="${Math.max(0, area.height - GAP)}"`
    return `<rect ${box} fill="${color}"/>${texts.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${paper.font}">
<rect width="${width}" height="${height}" fill="${paper.surface}"/>
${drawn.join('\n')}
</svg>`
}

/** The lines that have room in a tile, cut where need be. */
function linesIn({ width, height }: Area, texts: readonly string[]): string[] {
  const room = (width - GAP - 2 * MARGIN) / FONT
  const count = Math.max(0, Math.floor((height - GAP - MARGIN / 2) / LINE))
  return texts.slice(0, count).flatMap((text) => {
    const cut = fitted(text, (part) => widthOf(part, 600) <= room)
    return cut === '' ? [] : [cut]
  })
}
