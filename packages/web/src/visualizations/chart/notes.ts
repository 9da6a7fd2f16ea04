import { i18n, type MessageValues } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { ColumnData } from '../visualization.ts'

type Rows = Pick<ColumnData, 'shown' | 'total'>

/** Whether the rows are a selection. */
export const isThinned = ({ shown, total }: Rows): boolean => shown < total

/**
 * Joins the notes about omitted data; null if all of the result is drawn.
 * @param isCombined whether each value is computed from several rows, and so wrong if some are missing
 */
export function notesOf(rows: Rows, others: readonly (string | null)[], isCombined = false): string | null {
  const notes = [isThinned(rows) ? rowsNote(rows, isCombined) : null, ...others].filter((note) => note !== null)
  return notes.length > 0 ? notes.join(', ') : null
}

function rowsNote({ shown, total }: Rows, isCombined: boolean): string {
  const texts = { shown: localNumber(shown), total: localNumber(total) }
  return isCombined
    ? i18n._('{shown} of {total} rows, and values of these alone', texts)
    : i18n._('{shown} of {total} rows', texts)
}

const drawnTexts = {
  series: (texts: MessageValues) => i18n._('{drawn} of {total} series', texts),
  pies: (texts: MessageValues) => i18n._('{drawn} of {total} pies', texts),
  panels: (texts: MessageValues) => i18n._('{drawn} of {total} panels', texts),
}

/** A note on how many items were drawn; null if all were. Rows that are not read may have more of them. */
export function omittedNote(drawn: number, omitted: number, things: keyof typeof drawnTexts, rows: Rows): string | null {
  if (omitted === 0) return null
  const known = localNumber(drawn + omitted)
  const total = isThinned(rows) ? i18n._('at least {count}', { count: known }) : known
  return drawnTexts[things]({ drawn: localNumber(drawn), total })
}

const belowZeroTexts = {
  slice: (count: number) =>
    i18n._('{count, plural, one {# value at or below zero has no slice} other {# values at or below zero have no slice}}', {
      count,
    }),
  place: (count: number) =>
    i18n._(
      '{count, plural, one {# value at or below zero has no place on a logarithmic axis} other {# values at or below zero have no place on a logarithmic axis}}',
      { count },
    ),
}

/** A note on how many values at or below zero are omitted; null for none. @param what the missing mark: a slice, or a place on a logarithmic axis */
export const belowZeroNote = (count: number, what: keyof typeof belowZeroTexts): string | null =>
  count === 0 ? null : belowZeroTexts[what](count)

export const joined = (sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ')
