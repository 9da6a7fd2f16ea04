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

const lengthOf = (text: string) => text.length * LETTER_WIDTH

interface CategoryLabels {
  width: number
  overflow: 'truncate'
  interval?: 0 | 'auto'
  hideOverlap?: boolean
  rotate?: number
  margin?: number
  lineHeight?: number
  formatter?(text: string): string
}

/**
 * The labels of a category axis: in one line if they fit side by side, else in two lines, else tilted; some of too many are
 * omitted. All have the width of their room, because ECharts would omit every other label of a greater width.
 * @param room pixels per category
 */
export function categoryLabels(texts: readonly string[], room: number): CategoryLabels {
  const longest = Math.max(0, ...texts.map(lengthOf))
  const upright = (gap: number) => ({
    // The estimate is a little short for wide digits, and nothing readable remains of a short label that is cut.
    width: Math.min(room - (longest <= MAX_SHORT_LABEL ? 1 : gap), MAX_LABEL_WIDTH),
    overflow: 'truncate' as const,
    interval: 0 as const,
    // The room is an estimate: one pixel too many would hide the names of half of the bars.
    hideOverlap: false,
  })
  if (Math.min(longest, MAX_LABEL_WIDTH - GAP) + GAP <= room) return upright(GAP)
  if (longest <= MAX_SHORT_LABEL) return { width: MAX_LABEL_WIDTH, overflow: 'truncate' }
  const letters = Math.floor((Math.min(room, MAX_LABEL_WIDTH) - GAP_OF_LINES) / LETTER_WIDTH)
  const lines = texts.map((text) => [text, inTwoLines(text, letters)] as const)
  if (lines.every(([, line]) => line !== null)) {
    const byText = new Map(lines)
    return { ...upright(GAP_OF_LINES), lineHeight: 14, formatter: (text: string) => byText.get(text) ?? text }
  }
  return {
    width: TILTED_LABEL_WIDTH,
    overflow: 'truncate',
    rotate: 40,
    margin: 8,
    interval: room >= MIN_TILTED_ROOM ? 0 : 'auto',
  }
}

/** Breaks a text after a space, slash, hyphen or underscore, as evenly as possible; null if a line would be longer than `letters`. */
export function inTwoLines(text: string, letters: number): string | null {
  if (text.length <= letters) return text
  const breaks = [...text.matchAll(/[ /_-]/g)].map(({ index }) => index + 1)
  const lines = breaks
    .map((at) => [text.slice(0, at).trimEnd(), text.slice(at)] as const)
    .filter(([first, second]) => first.length <= letters && second.length <= letters)
    .toSorted((a, b) => Math.abs(a[0].length - a[1].length) - Math.abs(b[0].length - b[1].length))
  return lines[0]?.join('\n') ?? null
}

/** The labels of a category axis at the left of a horizontal chart. Each has its own line, so that none is tilted or broken. */
export const sideLabels = (label: object) => ({
  ...label,
  formatter: undefined,
  rotate: 0,
  margin: 10,
  width: MAX_LABEL_WIDTH,
  overflow: 'truncate' as const,
  interval: 'auto' as const,
  hideOverlap: true,
})
