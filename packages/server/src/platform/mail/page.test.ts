import { describe, expect, it } from 'vitest'
import { inLanguage } from '../language/reader.ts'
import { mailPage } from './page.ts'

describe('an email as HTML', () => {
  it('names the language and the direction of its reader, for voices and for the fonts of East Asian characters (OPEN-627)', () => {
    const pages = (['en', 'ja', 'ar'] as const).map((language) => inLanguage(language, () => mailPage('', '', '')))
    expect(pages.map((page) => /<html [^>]*>/.exec(page)?.[0])).toEqual([
      '<html lang="en" dir="ltr">',
      '<html lang="ja" dir="ltr">',
      '<html lang="ar" dir="rtl">',
    ])
  })
})
