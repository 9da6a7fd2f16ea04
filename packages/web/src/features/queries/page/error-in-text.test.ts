import { describe, expect, it } from 'vitest'
import { errorInText } from './error-in-text.ts'

const source = { language: 'postgresql', supports_auto_limit: true, dialect: 'postgresql' }
const run = { dialect: null, source, definitions: [], values: {}, autoLimit: false }
/** The marked word if a database reports the position of `word` in the text that it got. */
const marked = (made: Parameters<typeof errorInText>[0], got: string, word: string) => {
  const range = errorInText(made, { error: 'no such column', position: got.lastIndexOf(word) + 1 })
  return range === null ? null : [made.text.slice(range.from, range.to), range.from]
}

describe('the position of an error in the text of the editor', () => {
  it('is found after whitespace between statements', () => {
    const text = 'select 1 as a;\n\nselect foo from t'
    expect(marked({ ...run, text }, 'select 1 as a;\nselect foo from t', 'foo')).toEqual(['foo', text.indexOf('foo')])
  })

  it('is found after parameter values', () => {
    const text = "select '{{ city }}', foo from t where n in ({{ n }})"
    const definitions = [
      { name: 'city', type: 'text' },
      { name: 'n', type: 'enum', multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } },
    ]
    const made = { ...run, text, definitions, values: { city: 'San Francisco', n: ['a', 'b'] } }
    expect(marked(made, "select 'San Francisco', foo from t where n in ('a','b')", 'foo')).toEqual(['foo', text.indexOf('foo')])
    expect(marked(made, "select 'San Francisco', foo from t where n in ('a','b')", 'where')).toEqual([
      'where',
      text.indexOf('where'),
    ])
  })

  it('is taken from the error message if the data source reports none', () => {
    expect(errorInText({ ...run, text: 'a\nb\nc' }, { error: 'line 2: oops', position: null })).toEqual({ from: 2, to: 3 })
  })
})
