import type { ColumnData } from '../visualization.ts'

const counted = (count: number) => count.toLocaleString('en-US')

/** What of the result is not drawn, in words; null when all of it is. */
export function notesOf({ shown, total }: ColumnData, others: readonly (string | null)[]): string | null {
  const notes = [shown < total ? `${counted(shown)} of ${counted(total)} points` : null, ...others].filter(
    (note) => note !== null,
  )
  return notes.length > 0 ? notes.join(', ') : null
}

/** How many of the things that there are were drawn; null when all of them were. */
export const omittedNote = (drawn: number, omitted: number, things: string): string | null =>
  omitted > 0 ? `${counted(drawn)} of ${counted(drawn + omitted)} ${things}` : null

/** How many values at or below zero are left out, in words; null for none. @param what they have not, such as `slice` */
export function belowZeroNote(count: number, what: string): string | null {
  if (count === 0) return null
  return `${counted(count)} ${count === 1 ? 'value' : 'values'} at or below zero ${count === 1 ? 'has' : 'have'} no ${what}`
}

/** Sentences one after another. */
export const joined = (sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ')
