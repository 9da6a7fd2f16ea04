import { i18n } from '@sightline/domain/language/i18n.ts'
import { type ChartTheme, paperOf } from '../visualizations/echarts/theme.ts'
import { arcPath, type Gauge, shareOf } from '../visualizations/gauge/prepare.ts'
import { palette } from '../visualizations/palette.ts'
import type { Size } from '../visualizations/picture.ts'
import { escaped } from '../visualizations/svg-text.ts'

const LEVELS = {
  light: { good: '#0B7A4B', warning: '#9A5800', bad: '#C4302B' },
  dark: { good: '#4FC690', warning: '#F0B04A', bad: '#FF8379' },
}
/** Units of the drawing. */
const RADIUS = 100
const INNER = 78
const RANGES = { inner: 103, outer: 109 }
const BOX = { width: 234, height: 178 }

/** A gauge as an SVG document. */
export function gaugeSvg(gauge: Gauge, { width, height, scheme }: Size & { scheme: 'light' | 'dark' }): string {
  const paper = paperOf(scheme)
  const levels = LEVELS[scheme]
  const { value, text, parts, target, level, sentence, label, minText, maxText } = gauge
  const scale = Math.min(width / BOX.width, height / BOX.height)
  const share = shareOf(value, gauge)
  const arc = (from: number, to: number, [inner, outer]: readonly [number, number], fill: string) =>
    `<path d="${arcPath(from, to, inner, outer)}" fill="${fill}"/>`
  const ranges = parts.map((part) =>
    arc(shareOf(part.from, gauge), shareOf(part.to, gauge), [RANGES.inner, RANGES.outer], levels[part.level]),
  )
  const below = [label, sentence, target === null ? null : i18n._('Target {target}', { target: target.text })].filter(
    (line) => line !== null,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${paper.font}">
<rect width="${width}" height="${height}" fill="${paper.surface}"/>
<g transform="translate(${width / 2} ${118 * scale}) scale(${scale})">
${arc(0, 1, [INNER, RADIUS], paper.grid)}
${share > 0 ? arc(0, share, [INNER, RADIUS], level === null ? (palette[0]?.[scheme] ?? paper.text) : levels[level]) : ''}
${ranges.join('')}
${target === null ? '' : needle(shareOf(target.value, gauge), paper)}
${line(text, 0, -8, 26, paper.text, 600)}
${line(minText, -(INNER + RADIUS) / 2, 12, 8, paper.text3)}
${line(maxText, (INNER + RADIUS) / 2, 12, 8, paper.text3)}
${below.map((words, at) => line(words, 0, 28 + at * 13, at === 0 ? 10 : 9, at === 0 ? paper.text2 : paper.text3)).join('')}
</g>
</svg>`
}

/** A line across the ring. */
function needle(share: number, paper: ChartTheme): string {
  const angle = Math.PI * (1 - share)
  const at = (radius: number) => [Math.cos(angle) * radius, -Math.sin(angle) * radius].map((units) => units.toFixed(2))
  const [[x1, y1], [x2, y2]] = [at(INNER - 5), at(RANGES.outer + 4)]
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${paper.text}" stroke-width="2.5"/>`
}

const line = (words: string, x: number, y: number, size: number, fill: string, weight = 400) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="middle">${escaped(words)}</text>`
