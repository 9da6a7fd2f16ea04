import type { ColumnData } from '../visualization.ts'

/** A count with separators, as in notes. */
export const counted = (count: number) => count.toLocaleString('en-US')

/** Joins the notes about omitted data; null if all of the result is drawn. */
export function notesOf({ shown, total }: ColumnData, others: readonly (string | null)[]): string | null {
  const notes = [shown < total ? `${counted(shown)} of ${counted(total)} points` : null, ...others].filter(
    (note) => note !== null,
  )
  return notes.length > 0 ? notes.join(', ') : null
}

/** A note on how many items were drawn; null if all were. */
export const omittedNote = (drawn: number, omitted: number, things: string): string | null =>
  omitted > 0 ? `${counted(drawn)} of ${counted(drawn + omitted)} ${things}` : null

/** A note on how many values at or below zero are omitted; null for none. @param what the missing mark, such as `slice` */
export function belowZeroNote(count: number, what: string): string | null {
  if (count === 0) return null
  return `${counted(count)} ${count === 1 ? 'value' : 'values'} at or below zero ${count === 1 ? 'has' : 'have'} no ${what}`
}

export const joined = (sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ')
