import { linkOf, type Trend } from '../visualizations/counter/comparison.ts'
import { type Figure, wordsOf } from '../visualizations/counter/figure.ts'
import { type CounterTimes, fitScale, isTooNarrow, type Prepared, timeText } from '../visualizations/counter/prepare.ts'
import { LINE_WIDTH, POINT_RADIUS, type Sparkline, sparklinePath } from '../visualizations/counter/sparkline.ts'
import { type ChartTheme, paperOf } from '../visualizations/echarts/theme.ts'
import { escaped, fittedText, estimatedWidth as widthOf } from '../visualizations/svg-text.ts'

type Counter = Extract<Prepared, { kind: 'counter' }>

/** The room for a counter. */
interface CounterFrame {
  /** Pixels. */
  width: number
  height: number
  /** The name of the visualization, which stands above it: a label of the same text is left out, as on the page. */
  name: string
  /** Whether the drawing is as wide as its frame; otherwise it is as wide as its content, so that a phone need not shrink it. */
  isFilled: boolean
}

// Sizes in pixels, as in the style sheets of the counter on a page.
const VALUE = { size: 32, unit: 18, line: 38, baseline: 29 }
const SMALL = { size: 12, line: 18, baseline: 13, above: 2 }
const SPARKLINE = { width: 420, least: 20, most: 64, above: 8, below: 6 }
const ENDS = { size: 11, line: 14, baseline: 11 }
/** Between the change and the target. */
const GAP = 6
/** An HTML file may be shown in another font than ours, whose letters are wider by as much. */
const OTHER_FONT = 1.2

const COLOURS = {
  light: { good: '#0B7A4B', bad: '#C4302B', line: '#2B59D1' },
  dark: { good: '#4FC690', bad: '#FF8379', line: '#8CADFF' },
}

/** A counter with the sizes of its widget on a page. The number is scaled down, or abbreviated, to fit into the frame. */
export function counterSvg(counter: Counter, frame: CounterFrame, scheme: 'light' | 'dark'): string {
  const { value, short, target, trend, sparkline, times } = counter
  const paper = paperOf(scheme)
  const isShort = short !== null && isTooNarrow(frame.width, figureWidth(value))
  const shown = isShort ? { ...value, text: short } : value
  const scale = fitScale(frame.width, figureWidth(shown))
  const named = fittedText(labelOf(counter, frame.name), frame.width / OTHER_FONT, SMALL.size)
  const compared = comparedText(counter)
  const change = trend === null ? '' : changeText(trend, times)
  const isBroken = change !== '' && smallWidth(change) + smallWidth(compared) + GAP > frame.width
  const comparedWidth = isBroken
    ? Math.max(smallWidth(change), smallWidth(compared))
    : smallWidth(change) + smallWidth(compared) + (change === '' ? 0 : GAP)
  const comparedSize = SMALL.size * fitScale(frame.width, comparedWidth)

  const labelTop = VALUE.line + SMALL.above
  const comparedTop = labelTop + SMALL.line
  const comparedLines = target === null && times === null ? 0 : isBroken ? 2 : 1
  const below = comparedTop + comparedLines * SMALL.line
  const ends = times === null ? 0 : ENDS.line
  const line = lineSize(frame, frame.height - below - SPARKLINE.above - SPARKLINE.below - ends)
  const lineTop = below + SPARKLINE.above
  const height = sparkline === null ? below + SPARKLINE.below : lineTop + line.height + SPARKLINE.below + ends

  const content = Math.max(figureWidth(shown), smallWidth(named), comparedWidth, sparkline ? line.width : 0)
  const changed = changeSpan(counter, change, comparedSize, paper, scheme)
  const against = span(compared, comparedSize, paper.text3)
  const comparedTexts = isBroken ? [changed, against] : [changed + against]
  const width = frame.isFilled ? frame.width : Math.ceil(Math.min(frame.width, content))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${paper.font}">
<rect width="${width}" height="${height}" fill="${paper.surface}"/>
${lineOf(VALUE.baseline, figureSpans(shown, scale, paper))}
${lineOf(labelTop + SMALL.baseline, span(named, SMALL.size, paper.text3))}
${comparedTexts.map((texts, at) => lineOf(comparedTop + at * SMALL.line + SMALL.baseline, texts)).join('\n')}
${sparkline === null ? '' : sparklineSvg(sparkline, lineTop, line, COLOURS[scheme].line, paper.surface)}
${sparkline === null || times === null ? '' : endNames(times, height - ENDS.line + ENDS.baseline, line.width, paper)}
</svg>`
}

const labelOf = ({ label, times }: Counter, name: string): string =>
  [label === name ? '' : label, times === null ? '' : timeText(times)].filter((text) => text !== '').join(' · ')

function comparedText({ target, trend, times }: Counter): string {
  if (target === null) return times?.before ?? ''
  const link = linkOf(trend)
  return `${link.before}${times === null ? link.word : ''}${wordsOf(target)}${times === null ? '' : ` at ${times.before}`}`
}

const isNeutral = (trend: Trend, times: CounterTimes | null) => times !== null && trend.isEqual

function changeText(trend: Trend, times: CounterTimes | null): string {
  const { direction, isShare, text } = trend
  const arrow = isShare || isNeutral(trend, times) ? '' : direction === 'positive' ? '↑ ' : '↓ '
  return `${arrow}${text ?? ''} `
}

function changeSpan(
  { trend, times }: Counter,
  text: string,
  size: number,
  paper: ChartTheme,
  scheme: 'light' | 'dark',
): string {
  if (trend === null) return ''
  const { good, bad } = COLOURS[scheme]
  return span(text, size, isNeutral(trend, times) ? paper.text3 : trend.isGood ? good : bad, 600)
}

/** The width of a text below the number. */
const smallWidth = (text: string): number => widthOf(text) * SMALL.size * OTHER_FONT

/** The width of a number at its full size. */
const figureWidth = ({ prefix, text, suffix }: Figure): number =>
  (widthOf(prefix + suffix) * VALUE.unit + widthOf(text) * VALUE.size) * OTHER_FONT + (suffix === '' ? 0 : VALUE.unit / 3)

function figureSpans({ prefix, text, suffix }: Figure, scale: number, paper: ChartTheme): string {
  const [size, unit] = [VALUE.size * scale, VALUE.unit * scale]
  return (
    span(prefix, unit, paper.text2, 500) +
    span(text, size, paper.text, 600) +
    span(suffix === '' ? '' : ` ${suffix}`, unit, paper.text2, 500)
  )
}

/** As wide as there is room, and as high as is left below the texts. */
const lineSize = ({ width }: CounterFrame, left: number) => ({
  width: Math.min(width, SPARKLINE.width),
  height: Math.min(SPARKLINE.most, Math.max(SPARKLINE.least, left)),
})

function sparklineSvg(
  { values }: Sparkline,
  top: number,
  { width, height }: { width: number; height: number },
  color: string,
  surface: string,
): string {
  const { path, last } = sparklinePath(values, width, height)
  return `<g transform="translate(0 ${top})"><path d="${path}" fill="none" stroke="${color}" stroke-width="${LINE_WIDTH}" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="${last.x}" cy="${last.y}" r="${POINT_RADIUS}" fill="${color}" stroke="${surface}" stroke-width="1.5"/></g>`
}

/** The times at both ends of the line. */
const endNames = ({ first, at }: CounterTimes, y: number, width: number, paper: ChartTheme) =>
  `${lineOf(y, span(first, ENDS.size, paper.text3))}<text x="${width}" y="${y}" text-anchor="end">${span(at, ENDS.size, paper.text3)}</text>`

const lineOf = (y: number, spans: string) => `<text x="0" y="${y}" xml:space="preserve">${spans}</text>`

const span = (text: string, size: number, color: string, weight = 400) =>
  text === ''
    ? ''
    : `<tspan font-size="${Number(size.toFixed(1))}" font-weight="${weight}" fill="${color}">${escaped(text)}</tspan>`
