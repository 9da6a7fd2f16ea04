import { describe, expect, it } from 'vitest'
import { i18n } from './i18n.ts'
import { isolated, withoutIsolates } from './isolated.ts'

const [FSI, PDI, RLO] = ['\u2068', '\u2069', '\u202e']

describe('a name in a text', () => {
  it('stays as it is if it is read in the direction of the text (OPEN-622)', () => {
    for (const name of ['Revenue (net)', '売上', 'ยอดขาย', '2024-05-01', '👩‍👩‍👧‍👦']) expect(isolated(name, 'en')).toBe(name)
    expect(isolated('إيرادات', 'ar')).toBe('إيرادات')
  })

  it('is isolated if it is read from the other side, with its numbers and brackets (OPEN-622)', () => {
    expect(isolated('إيرادات (2024)', 'en')).toBe(`${FSI}إيرادات (2024)${PDI}`)
    for (const name of ['Revenue (net)', '2024-05-01 10:00']) expect(isolated(name, 'ar')).toBe(FSI + name + PDI)
  })

  it('turns around nothing after it, whatever characters without a glyph it has (OPEN-622)', () => {
    expect(isolated(`invoice${RLO}fdp`, 'en')).toBe(`${FSI}invoice${RLO}fdp${PDI}`)
    expect(isolated(`a${PDI}${RLO}b`, 'en')).toBe(`${FSI}a${RLO}b${PDI}`)
    expect(isolated('a\u2067b', 'en')).toBe(`${FSI}a\u2067b${PDI}${PDI}`)
  })

  it('is isolated wherever a message has a placeholder for it (OPEN-622)', () => {
    expect(i18n._('{name} just triggered', { name: `Sales${RLO}` })).toBe(`${FSI}Sales${RLO}${PDI} just triggered`)
    expect(withoutIsolates(i18n._('{name} just triggered', { name: 'مبيعات' }))).toBe('مبيعات just triggered')
  })
})
