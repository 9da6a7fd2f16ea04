import { countText } from '@sightline/domain/format/units.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { describe, expect, it } from 'vitest'
import { inLanguage } from './reader.ts'

describe('a text of the server', () => {
  it('is in English if nobody reads it in another language (OPEN-517)', () => {
    expect([countText(1000, 'row'), inLanguage('en', () => countText(1000, 'row'))]).toEqual(['1,000 rows', '1,000 rows'])
  })

  it('is in the language of its reader, also after something was awaited (OPEN-517)', async () => {
    const texts = async () => {
      await Promise.resolve()
      return [countText(1000, 'row'), i18n._('Share', {}, { context: 'a part of a whole' })]
    }
    expect(await Promise.all([inLanguage('de', texts), inLanguage('ja', texts)])).toEqual([
      ['1.000 Zeilen', 'Anteil'],
      ['1,000行', '割合'],
    ])
  })
})
