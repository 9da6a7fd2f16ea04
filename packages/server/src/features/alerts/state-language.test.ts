import { defaultSubject, findingOf, findingText } from '@sightline/domain/alerts/finding.ts'
import { conditionText } from '@sightline/domain/alerts/options.ts'
import { stateLabel } from '@sightline/domain/alerts/state-label.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../platform/language/reader.ts'

describe('the state of an alert', () => {
  it('is a word in the language of the reader, also in the subject of a mail (OPEN-692)', () => {
    expect(stateLabel('triggered')).toBe('TRIGGERED')
    expect(defaultSubject('Delays', 'unknown')).toBe('Alert: Delays changed status to UNKNOWN')
    expect(inLanguage('de', () => stateLabel('triggered'))).toBe('AUSGELÖST')
    expect(inLanguage('de', () => defaultSubject('Delays', 'unknown'))).toContain('UNBEKANNT')
  })

  it('is explained in sentences whose words have the order of the language of the reader (OPEN-506)', () => {
    const condition = { column: 'delay', op: '>=', value: 20 } as const
    const formats = { floatFormat: '0,0.00', numberMarks: plainMarks }
    const texts = () => [
      conditionText(condition, plainMarks),
      findingText(condition, 25, 'triggered', formats),
      findingText(condition, 15, 'ok', formats),
    ]
    expect(inLanguage('de', texts)).toEqual([
      'delay mindestens 20',
      'Der Wert der ersten Zeile ist 25 und damit mindestens 20.',
      'Der Wert der ersten Zeile ist 15 und damit nicht mindestens 20.',
    ])
    expect(inLanguage('ja', texts)).toEqual([
      'delayが20以上',
      '最初の行の値は25で、20以上の値です。',
      '最初の行の値は15で、20以上の値ではありません。',
    ])
    expect(inLanguage('ar', () => findingOf(condition, 25, 'triggered', formats))?.filter(({ isValue }) => isValue)).toEqual([
      { text: '\u206825\u2069', isValue: true },
      { text: '\u206820\u2069', isValue: true },
    ])
  })
})
