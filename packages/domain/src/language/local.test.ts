import { afterEach, describe, expect, it } from 'vitest'
import { type ReaderTexts, writeFor } from './i18n.ts'
import {
  compareByAlphabet,
  compareNaturally,
  localCountry,
  localDay,
  localList,
  localMonth,
  localNumber,
  localWeekday,
} from './local.ts'

const english: ReaderTexts = { language: () => 'en', find: () => undefined }
let before: ReaderTexts | null = null
const readBy = (language: string) => {
  before ??= writeFor(english)
  writeFor({ ...english, language: () => language })
}
// Other tests of the same process may have another reader.
afterEach(() => {
  if (before !== null) writeFor(before)
  before = null
})

const shown = () => [
  localNumber(1_234_567),
  localList(['a', 'b', 'c']),
  localMonth(2),
  localWeekday(3),
  localDay(Date.UTC(2024, 2, 5)),
  localCountry('DE'),
]

describe('numbers and names in a sentence', () => {
  it('follow the rules of an English reader (OPEN-523)', () => {
    readBy('en')
    expect(shown()).toEqual(['1,234,567', 'a, b, and c', 'Mar', 'Wed', '5 Mar', 'Germany'])
  })

  it('follow the rules of a German reader (OPEN-523)', () => {
    readBy('de')
    expect(shown()).toEqual(['1.234.567', 'a, b und c', 'Mär', 'Mi', '5. März', 'Deutschland'])
  })

  it('follow the rules of a Japanese reader (OPEN-523)', () => {
    readBy('ja')
    expect(shown()).toEqual(['1,234,567', 'a、b、c', '3月', '水', '3月5日', 'ドイツ'])
  })

  it('have no name for a code that is none of a country (OPEN-523)', () => {
    readBy('de')
    expect([localCountry('-99'), localCountry('de'), localCountry('QX')]).toEqual([null, null, null])
  })
})

describe('texts of data', () => {
  const sortedFor = (language: string, texts: string[], compare = compareByAlphabet) => {
    readBy(language)
    return texts.toSorted(compare).join(' ')
  }

  it('are sorted by the alphabet of the reader (OPEN-601)', () => {
    expect(sortedFor('de', ['Zebra', 'Öl', 'apfel', 'Ofen'])).toBe('apfel Ofen Öl Zebra')
    expect([sortedFor('en', ['一', '亜']), sortedFor('ja', ['一', '亜'])]).toEqual(['一 亜', '亜 一'])
  })

  it('have the numbers in them by value on axes and in pivot tables, and by their digits in tables (OPEN-601)', () => {
    expect(sortedFor('de', ['Öl-10', 'Öl-9'], compareNaturally)).toBe('Öl-9 Öl-10')
    expect(sortedFor('de', ['Öl-10', 'Öl-9'])).toBe('Öl-10 Öl-9')
  })

  it('have one order even if the alphabet makes no difference between them (OPEN-601)', () => {
    const twice = ['\u00e9', 'e\u0301']
    expect(sortedFor('en', twice)).toBe(sortedFor('en', twice.toReversed()))
  })
})
