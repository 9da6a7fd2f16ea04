import { describe, expect, it } from 'vitest'
import { foldedText, isWithoutSpaces, searchable } from './folded-text.ts'

describe('a folded text', () => {
  it.each([
    ['STRASSE', 'Straße'],
    ['uber', 'Über'],
    ['ウリアゲ', 'ｳﾘｱｹﾞ'],
    ['ｶﾞ', 'ガ'],
    ['2024', '２０２４'],
    ['e\u0301', 'é'],
    ['الايراد', 'الإيراد'],
    ['محمد', 'مُحَمَّد'],
    ['istanbul', 'İstanbul'],
  ])('is the same for %j and %j (OPEN-602)', (one, other) => {
    expect(foldedText(one)).toBe(foldedText(other))
  })

  it('keeps the marks that make other letters (OPEN-602)', () => {
    expect(foldedText('ガ')).not.toBe(foldedText('カ'))
    expect(foldedText('ที่')).not.toBe(foldedText('ที'))
  })

  it.each([
    ['Große Straße 5', 'strasse', 'Straße'],
    ['月次ｳﾘｱｹﾞ表', 'ウリアゲ', 'ｳﾘｱｹﾞ'],
    ['Café noir', 'noir', 'noir'],
    ['هذا مُحَمَّد هنا', 'محمد', 'مُحَمَّد'],
  ])('has its words in the places of %j (OPEN-602)', (text, word, found) => {
    const { folded, pieceOf } = searchable(text)
    const { from, to } = pieceOf(folded.indexOf(foldedText(word)), foldedText(word).length)
    expect(text.slice(from, to)).toBe(found)
  })

  it('tells the scripts that put no spaces between words (OPEN-602)', () => {
    expect(['売上', 'ยอดขาย', 'ᄒ', 'sales', 'مبيعات', 'かな'].map(isWithoutSpaces)).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ])
  })
})
