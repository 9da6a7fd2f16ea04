import { describe, expect, it } from 'vitest'
import { beginningOf, firstGraphemes, graphemesOf, shortened } from './shortened.ts'

const FAMILY = '👩‍👩‍👧‍👦'
const FLAG = '🇨🇭'
const ACCENTED = 'e\u0301'

describe('a shortened text', () => {
  it('is as long as asked, with its ellipsis (OPEN-621)', () => {
    expect(shortened('Departures', 10)).toBe('Departures')
    expect(shortened('Departures!', 10)).toBe('Departure…')
  })

  it('ends with a whole emoji, flag or accented letter, wherever the cut is (OPEN-621)', () => {
    for (const sign of [FAMILY, FLAG, ACCENTED, '👍🏽', 'กำ'])
      for (let length = 2; length < sign.length * 3; length++) {
        const text = shortened(sign.repeat(3), length)
        expect(text.length).toBeLessThanOrEqual(length)
        // Nothing but a sign that fills the whole length is cut.
        if (length > sign.length) expect(text).toMatch(new RegExp(`^(${sign})+…$`, 'u'))
      }
  })

  it('never has half a character, even if one grapheme is longer than the text (OPEN-621)', () => {
    for (let length = 1; length < FAMILY.length; length++) expect(beginningOf(FAMILY, length).isWellFormed()).toBe(true)
    expect(beginningOf(`e${'\u0301'.repeat(500)}`, 20)).toHaveLength(20)
    expect(beginningOf('👍', 1)).toBe('')
  })

  it('is counted in what a reader sees as characters where its room is (OPEN-621)', () => {
    expect(graphemesOf(`a${FAMILY}${FLAG}${ACCENTED}`)).toEqual(['a', FAMILY, FLAG, ACCENTED])
    expect(graphemesOf('plain')).toEqual(['p', 'l', 'a', 'i', 'n'])
    expect(firstGraphemes(FAMILY.repeat(4), 3)).toBe(`${FAMILY.repeat(3)}…`)
    expect(firstGraphemes(FAMILY.repeat(3), 3)).toBe(FAMILY.repeat(3))
  })
})
