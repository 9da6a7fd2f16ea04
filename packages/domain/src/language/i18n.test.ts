import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18n, type ReaderTexts, writeFor } from './i18n.ts'

// Other tests of the same process may have translations.
let before: ReaderTexts
beforeEach(() => {
  before = writeFor({ language: () => 'en', find: () => undefined })
})
afterEach(() => void writeFor(before))

const rows = (count: number) => i18n._('{count, plural, one {# row} other {# rows}}', { count })

describe('a text of a module that Node runs without macros', () => {
  it('is the one in the code without a translation, with plural forms and separators (OPEN-517)', () => {
    expect([i18n._('Save'), rows(1), rows(1000)]).toEqual(['Save', '1 row', '1,000 rows'])
  })

  it('shows values as they were typed, and braces that are quoted (OPEN-517)', () => {
    expect(i18n._("'{{' tag '}}' of {name}", { name: '<b>{x}</b> \\u0041' })).toBe('{{ tag }} of <b>{x}</b> \\u0041')
  })

  it('is the translation for its reader, by the rules of its language (OPEN-517)', () => {
    const text = '{count, plural, one {# Zeile} other {# Zeilen}}'
    writeFor({
      language: () => 'de',
      find: (message, context) => ({ language: 'de', text: context ?? (message.includes('row') ? text : message) }),
    })
    expect([rows(1), rows(1000), i18n._('Share', {}, { context: 'Anteil' })]).toEqual(['1 Zeile', '1.000 Zeilen', 'Anteil'])
  })
})
