import { defaultSubject } from '@sightline/domain/alerts/finding.ts'
import { stateLabel } from '@sightline/domain/alerts/state-label.ts'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../platform/language/reader.ts'

describe('the state of an alert', () => {
  it('is a word in the language of the reader, also in the subject of a mail (OPEN-692)', () => {
    expect(stateLabel('triggered')).toBe('TRIGGERED')
    expect(defaultSubject('Delays', 'unknown')).toBe('Alert: Delays changed status to UNKNOWN')
    expect(inLanguage('de', () => stateLabel('triggered'))).toBe('AUSGELÖST')
    expect(inLanguage('de', () => defaultSubject('Delays', 'unknown'))).toContain('UNBEKANNT')
  })
})
