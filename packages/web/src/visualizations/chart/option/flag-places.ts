import { fittedLetters, lettersWide } from '../../fitted-text.ts'

/** The start and the end on a line, in pixels. */
export type Interval = [number, number]

interface Label {
  /** Where its line is, in pixels. */
  at: number
  width: number
}

/** Where a label stands: in a row from the top, and before its line instead of after it if there is no room. */
interface LabelPlace {
  row: number
  isBefore: boolean
}

const ROWS = 3
/** Approximate width of a letter, in pixels. */
const LETTER_WIDTH = 6.5
/** Of the flag and the distance to the next label. */
const FLAG_ROOM = 18
/** Labels of horizontal lines need this distance from each other. */
const LINE_HEIGHT = 16
const MAX_LETTERS = 24

/** The label as it is drawn; tooltips have the whole. */
export const shortLabel = (label: string): string => fittedLetters(label, MAX_LETTERS)

export const labelWidth = (label: string): number => lettersWide(shortLabel(label)) * LETTER_WIDTH + FLAG_ROOM

/**
 * Finds places for labels beside their lines, so that none covers another.
 * @param reach of the plot along the axis; null for horizontal lines, whose labels stand above each other
 * @returns one for each label, null if there is no room for it
 */
export function flagPlaces(labels: readonly Label[], reach: Interval | null): (LabelPlace | null)[] {
  const places: (LabelPlace | null)[] = labels.map(() => null)
  const ends = Array.from({ length: reach === null ? 1 : ROWS }, () => Number.NEGATIVE_INFINITY)
  const inOrder = labels.map((label, index) => ({ ...label, index })).sort((a, b) => a.at - b.at)
  for (const { at, width, index } of inOrder) {
    const isBefore = reach !== null && at + width > reach[1] && at - width >= reach[0]
    const [start, end] = reach === null ? [at - LINE_HEIGHT, at] : isBefore ? [at - width, at] : [at, at + width]
    const row = ends.findIndex((last) => last <= start)
    if (row === -1) continue
    places[index] = { row, isBefore }
    ends[row] = end
  }
  return places
}
