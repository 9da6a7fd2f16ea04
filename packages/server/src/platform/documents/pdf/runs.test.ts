import { describe, expect, it } from 'vitest'
import { openGlyphs } from './fonts.ts'
import { isRightToLeft, runsOf } from './runs.ts'

const runs = (text: string) => {
  const glyphs = openGlyphs()
  return runsOf(glyphs.shown(text), glyphs).map((run) => `${run.family}: ${run.text}`)
}

describe('a line of a PDF', () => {
  it('is one run in the font of the product as long as that has its characters (OPEN-603)', () => {
    expect(runs('Sales 2024')).toEqual(['latin: Sales 2024'])
    expect(runs('Übersicht – Ελλάδα')).toEqual(['latin: Übersicht – Ελλάδα'])
  })

  it('has Japanese characters in a font that has them (OPEN-603)', () => {
    expect(runs('月次 Sales 売上')).toEqual(['japanese: 月次', 'latin:  Sales ', 'japanese: 売上'])
  })

  it('has the words of Arabic from right to left, and numbers and Latin words in them from left to right (OPEN-603)', () => {
    expect(runs('لوحة المبيعات 2024')).toEqual(['latin: 2024', 'latin:  ', 'arabic: المبيعات', 'latin:  ', 'arabic: لوحة'])
    expect(runs('Net (صافي) 5')).toEqual(['latin: Net (', 'arabic: صافي', 'latin: ) ', 'latin: 5'])
  })

  it('keeps the order of a date and of a name that are isolated in a line of Arabic (OPEN-508)', () => {
    expect(runs('حتى \u20682026-11-29 22:08 UTC\u2069')).toEqual(['latin: 2026-11-29 22:08 UTC', 'latin:  ', 'arabic: حتى'])
  })

  it('mirrors brackets around Arabic, and leaves the digits of Arabic in their order (OPEN-603)', () => {
    expect(runs('صافي (ش)')).toEqual(['latin: (', 'arabic: ش', 'latin: ) ', 'arabic: صافي'])
    expect(runs('٢٤').map((run) => run.at(-1))).toEqual(['٢', '٤'])
  })

  it('has one question mark for an emoji that is joined of several (OPEN-603)', () => {
    const glyphs = openGlyphs()
    expect([glyphs.shown('Team 👨‍👩‍👧 1'), glyphs.missing()]).toEqual(['Team ? 1', ['other']])
  })

  it('has the direction of its first letter (OPEN-603)', () => {
    expect(['صافي net', '(2024) صافي', 'net صافي', '2024'].map(isRightToLeft)).toEqual([true, true, false, false])
  })
})
