import { i18n, type MessageValues } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { ColumnData } from '../visualization.ts'

/** Joins the notes about omitted data; null if all of the result is drawn. */
export function notesOf({ shown, total }: ColumnData, others: readonly (string | null)[]): string | null {
  const notes = [
    shown < total ? i18n._('{shown} of {total} points', { shown: localNumber(shown), total: localNumber(total) }) : null,
    ...others,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join(', ') : null
}

const drawnTexts = {
  series: (texts: MessageValues) => i18n._('{drawn} of {total} series', texts),
  pies: (texts: MessageValues) => i18n._('{drawn} of {total} pies', texts),
}

/** A note on how many items were drawn; null if all were. */
export const omittedNote = (drawn: number, omitted: number, things: keyof typeof drawnTexts): string | null =>
  omitted > 0 ? drawnTexts[things]({ drawn: localNumber(drawn), total: localNumber(drawn + omitted) }) : null

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
