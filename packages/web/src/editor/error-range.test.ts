import { describe, expect, it } from 'vitest'
import { rangeInEditorText, type TextRange } from './error-range.ts'

/** The range of the nth occurrence of a word. */
function rangeOf(word: string, text: string, nth = 1): TextRange {
  let from = -1
  for (let count = 0; count < nth; count++) from = text.indexOf(word, from + 1)
  return { from, to: from + word.length }
}

describe('a range of the text that was sent', () => {
  it('is the same in the editor if the text was sent unchanged', () => {
    expect(rangeInEditorText('select foo', 'select foo', { from: 7, to: 10 })).toEqual({ from: 7, to: 10 })
  })

  it('is shifted by parameter values that are longer or shorter than their names', () => {
    const written = "select '{{ city }}' as city, foo from t"
    const sent = "select 'San Francisco' as city, foo from t"
    expect(rangeInEditorText(written, sent, rangeOf('foo', sent))).toEqual(rangeOf('foo', written))
    expect(rangeInEditorText(written, sent, rangeOf('city', sent))).toEqual(rangeOf('city', written, 2))
  })

  it('is shifted by whitespace and comments removed between statements', () => {
    const written = 'select 1 as id; -- first\n\n\nselect id, id2, id from t'
    const sent = 'select 1 as id;\nselect id, id2, id from t'
    expect(rangeInEditorText(written, sent, rangeOf('id', sent, 4))).toEqual(rangeOf('id', written, 4))
    expect(rangeInEditorText(written, sent, rangeOf(',', sent, 2))).toEqual(rangeOf(',', written, 2))
  })

  it('does not exist in the editor if it is part of a parameter value', () => {
    const sent = 'select * from nowhere'
    expect(rangeInEditorText('select * from {{ table }}', sent, rangeOf('nowhere', sent))).toBeNull()
  })
})
