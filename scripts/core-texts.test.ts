import { describe, expect, it } from 'vitest'
import { untranslatedCoreTexts } from './core-texts.ts'

const text = (file: string, english: string, translation: string) => `#: ${file}\nmsgid "${english}"\nmsgstr "${translation}"\n`

describe('a catalogue of a language for the core screens', () => {
  it('is complete if only texts of other pages have no translation (OPEN-526)', () => {
    const texts = [
      text('src/features/session/LoginPage.tsx', 'Sign in', 'تسجيل الدخول'),
      text('src/features/audit/AuditPage.tsx', 'Audit Log', ''),
    ]
    expect(untranslatedCoreTexts(texts.join('\n'))).toEqual([])
  })

  it('lacks a text that a core screen shows, wherever else it is shown (OPEN-526)', () => {
    const shared = text('src/features/audit/AuditPage.tsx\n#: src/ui/data-table/TableHead.tsx', 'filtered', '')
    expect(untranslatedCoreTexts(shared)).toEqual(['filtered'])
  })
})
