import { lettersWide } from '../fitted-text.ts'
import { fittedLine } from '../text-width.ts'

/** Approximate width of 11 px letters, in pixels. */
const LETTER_WIDTH = 6.2
const MAX_LABEL_WIDTH = 160
const TILTED_LABEL_WIDTH = 120
/** Minimum pixels between tilted labels. */
const MIN_TILTED_ROOM = 22
/** Pixels; longer labels are wrapped or tilted, shorter ones are rather omitted. */
const MAX_SHORT_LABEL = 40
/** Pixels between labels side by side, in one line and in two: two long lines rarely meet. */
const GAP = 8
const GAP_OF_LINES = 4

const FONT_SIZE = 11
/** Pixels: ECharts cuts what is wider than a pixel less than the room, and letters are measured in another size. */
const CUT_MARGIN = 3

const lengthOf = (text: string) => lettersWide(text) * LETTER_WIDTH

/**
 * Labels whose lines are cut at a width.
 * @param width pixels
 */
export const fittedLabels = (width: number, linesOf = (text: string) => text) => ({
  width,
  overflow: 'truncate' as const,
  // ECharts writes numbers as numbers, also those of categories.
  formatter: (text: string | number) =>
    linesOf(String(text))
      .split('\n')
      .map((line) => fittedLine(line, width - CUT_MARGIN, FONT_SIZE, 400))
      .join('\n'),
})

interface CategoryLabels {
  width: number
  overflow: 'truncate'
  interval?: 0 | 'auto'
  hideOverlap?: boolean
  rotate?: number
  margin?: number
  lineHeight?: number
  formatter(text: string | number): string
}

/**
 * The labels of a category axis: in one line if they fit side by side, else in two lines, else tilted; some of too many are
 * omitted. All have the width of their room, because ECharts would omit every other label of a greater width.
 * @param room pixels per category
 */
export function categoryLabels(texts: readonly string[], room: number): CategoryLabels {
  const longest = Math.max(0, ...texts.map(lengthOf))
  const upright = (gap: number, linesOf?: (text: string) => string) => ({
    // The estimate is a little short for wide digits, and nothing readable remains of a short label that is cut.
    ...fittedLabels(Math.min(room - (longest <= MAX_SHORT_LABEL ? 1 : gap), MAX_LABEL_WIDTH), linesOf),
    interval: 0 as const,
    // The room is an estimate: one pixel too many would hide the names of half of the bars.
    hideOverlap: false,
  })
  if (Math.min(longest, MAX_LABEL_WIDTH - GAP) + GAP <= room) return upright(GAP)
  if (longest <= MAX_SHORT_LABEL) return fittedLabels(MAX_LABEL_WIDTH)
  const letters = Math.floor((Math.min(room, MAX_LABEL_WIDTH) - GAP_OF_LINES) / LETTER_WIDTH)
  const lines = texts.map((text) => [text, inTwoLines(text, letters)] as const)
  if (lines.every(([, line]) => line !== null)) {
    const byText = new Map(lines)
    return { ...upright(GAP_OF_LINES, (text) => byText.get(text) ?? text), lineHeight: 14 }
  }
  return {
    ...fittedLabels(TILTED_LABEL_WIDTH),
    rotate: 40,
    margin: 8,
    interval: room >= MIN_TILTED_ROOM ? 0 : 'auto',
  }
}

/** After these a line may end: spaces, joining marks, and every sign of scripts that are written without spaces between words. */
const BREAKS = /[ /_-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Breaks a text into two lines, as evenly as possible; null if one would be wider than a number of Latin letters. */
export function inTwoLines(text: string, letters: number): string | null {
  if (lettersWide(text) <= letters) return text
  const breaks = [...text.matchAll(BREAKS)].map(({ index, 0: found }) => index + found.length)
  const lines = breaks
    .map((at) => [text.slice(0, at).trimEnd(), text.slice(at)] as const)
    .filter(([first, second]) => lettersWide(first) <= letters && lettersWide(second) <= letters)
    .toSorted((a, b) => Math.abs(a[0].length - a[1].length) - Math.abs(b[0].length - b[1].length))
  return lines[0]?.join('\n') ?? null
}

/** The labels of a category axis at the left of a horizontal chart. Each has its own line, so that none is tilted or broken. */
export const sideLabels = (label: object) => ({
  ...label,
  ...fittedLabels(MAX_LABEL_WIDTH),
  rotate: 0,
  margin: 10,
  interval: 'auto' as const,
  hideOverlap: true,
})
