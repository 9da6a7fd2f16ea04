/** Approximate width of 11 px letters, in pixels. */
const LETTER_WIDTH = 6.2
const MAX_LABEL_WIDTH = 160
const TILTED_LABEL_WIDTH = 110
/** Minimum pixels between tilted labels. */
const MIN_TILTED_ROOM = 22
/** Pixels between labels side by side. */
const GAP = 8

/** The labels of a category axis: in one line if they fit side by side, else in two lines, else tilted; some of too many are omitted. */
export function categoryLabels(texts: readonly string[], room: number) {
  const longest = Math.min(MAX_LABEL_WIDTH, Math.max(0, ...texts.map((text) => text.length)) * LETTER_WIDTH)
  const isTooLong = longest > room && longest > 40
  const letters = Math.floor((Math.min(room, MAX_LABEL_WIDTH) - GAP) / LETTER_WIDTH)
  const lines = isTooLong ? texts.map((text) => inTwoLines(text, letters)) : []
  const isWrapped = isTooLong && lines.every((line) => line !== null)
  if (isWrapped) {
    const byText = new Map(texts.map((text, index) => [text, lines[index] ?? text]))
    return { width: MAX_LABEL_WIDTH, lineHeight: 14, interval: 0, formatter: (text: string) => byText.get(text) ?? text }
  }
  const tilted = { rotate: 40, margin: 8, interval: room >= MIN_TILTED_ROOM ? 0 : ('auto' as const) }
  if (longest + GAP <= room) return { width: MAX_LABEL_WIDTH, overflow: 'truncate' as const, interval: 0 }
  // ECharts would leave out labels by the width that they have before they are cut.
  if (!isTooLong && longest === MAX_LABEL_WIDTH) return { width: room - GAP, overflow: 'truncate' as const, interval: 0 }
  return {
    width: isTooLong ? TILTED_LABEL_WIDTH : MAX_LABEL_WIDTH,
    overflow: 'truncate' as const,
    ...(isTooLong ? tilted : {}),
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
})
