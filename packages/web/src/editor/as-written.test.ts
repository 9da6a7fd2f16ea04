import { describe, expect, it } from 'vitest'
import { asWritten } from './as-written.ts'
import type { TextRange } from './error-place.ts'

/** The `nth` time that a word stands in a text. */
function placeOf(word: string, text: string, nth = 1): TextRange {
  let from = -1
  for (let count = 0; count < nth; count++) from = text.indexOf(word, from + 1)
  return { from, to: from + word.length }
}

describe('a place in the text that was sent', () => {
  it('is the same in a text that was sent as it was written', () => {
    expect(asWritten('select foo', 'select foo', { from: 7, to: 10 })).toEqual({ from: 7, to: 10 })
  })

  it('moves with values that are longer or shorter than their names', () => {
    const written = "select '{{ city }}' as city, foo from t"
    const sent = "select 'San Francisco' as city, foo from t"
    expect(asWritten(written, sent, placeOf('foo', sent))).toEqual(placeOf('foo', written))
    expect(asWritten(written, sent, placeOf('city', sent))).toEqual(placeOf('city', written, 2))
  })

  it('moves with blanks and comments between statements that were dropped', () => {
    const written = 'select 1 as id; -- first\n\n\nselect id, id2, id from t'
    const sent = 'select 1 as id;\nselect id, id2, id from t'
    expect(asWritten(written, sent, placeOf('id', sent, 4))).toEqual(placeOf('id', written, 4))
    expect(asWritten(written, sent, placeOf(',', sent, 2))).toEqual(placeOf(',', written, 2))
  })

  it('is nowhere when it came with a value', () => {
    const sent = 'select * from nowhere'
    expect(asWritten('select * from {{ table }}', sent, placeOf('nowhere', sent))).toBeNull()
  })
})
