import { languages } from '@sightline/contract/languages.ts'
import { nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { explorationName, firstRowsName, withoutLimit } from '@sightline/domain/explore/name.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { bytesText, durationText, roundedDurationText } from '@sightline/domain/format/units.ts'
import { dynamicText } from '@sightline/domain/parameters/dynamic-text.ts'
import { currentText } from '@sightline/domain/parameters/values-text.ts'
import { isTypeName, visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { describe, expect, it } from 'vitest'
import { CLOCKS_DIFFER, troubleOf } from '../files/bucket/failure.ts'
import { inLanguage } from './reader.ts'

describe('sizes and durations', () => {
  const shown = () => [
    ...[1023, 3291, 1536 * 1024].map(bytesText),
    ...[0.4213, 12.4, 185, 7800].map(durationText),
    ...[0.41, 185].map(roundedDurationText),
  ]

  it('have the units and the decimal mark of the reader (OPEN-605)', () => {
    expect(shown()).toEqual([
      '1023 bytes',
      '3.21 KB',
      '1.5 MB',
      '0.42 s',
      '12.4 s',
      '3 min 05 s',
      '2 h 10 min',
      '0.4 s',
      '3 min',
    ])
    expect(inLanguage('de', shown)).toEqual([
      '1023 Bytes',
      '3,21 KB',
      '1,5 MB',
      '0,42 Sek.',
      '12,4 Sek.',
      '3 Min. 05 Sek.',
      '2 Std. 10 Min.',
      '0,4 Sek.',
      '3 Min.',
    ])
    expect(inLanguage('ja', shown)).toEqual([
      '1023バイト',
      '3.21 KB',
      '1.5 MB',
      '0.42秒',
      '12.4秒',
      '3分05秒',
      '2時間10分',
      '0.4秒',
      '3分',
    ])
  })
})

describe('a name that is stored', () => {
  const groups = [
    { column: 'day', unit: 'month' as const },
    { column: 'shop', unit: null },
  ]
  const conditions = [{ column: 'shop', kind: 'is' as const, values: ['a'] }]

  it('says what was explored in the language of the user who saves it (OPEN-606)', () => {
    const name = () => explorationName({ name: 'Umsatz', isStored: true }, { ...nothingExplored, groups, conditions })
    expect(inLanguage('de', name)).toBe('Umsatz nach Monat von Day und Shop, gefiltert')
    expect(inLanguage('ja', name)).toBe('Dayの月、Shop別のUmsatz、フィルターあり')
  })

  it.each(languages)(
    'of the first rows of a table is the name of the table for all of its rows in %s (OPEN-606)',
    (language) => {
      inLanguage(language, () => {
        expect(withoutLimit(firstRowsName('cars'))).toBe('cars')
        expect(withoutLimit('cars (first 100,000 rows)')).toBe('cars')
        expect(withoutLimit('cars (used)')).toBe('cars (used)')
      })
    },
  )
})

describe('the name of a visualization type', () => {
  it('is in the language of the reader, who knows by it what nobody has named (OPEN-607)', () => {
    inLanguage('de', () => {
      expect(['CHART', 'WORD_CLOUD', 'PIVOT'].map(visualizationTypeName)).toEqual(['Diagramm', 'Wortwolke', 'Pivot-Tabelle'])
      expect([isTypeName('Tabelle', 'TABLE'), isTypeName('Table', 'TABLE'), isTypeName('テーブル', 'TABLE')]).toEqual([
        true,
        true,
        false,
      ])
    })
  })

  it('of another version is the words of its id in every language (OPEN-607)', () => {
    expect(inLanguage('ja', () => visualizationTypeName('RADAR_PLOT'))).toBe('Radar Plot')
  })
})

describe('a date', () => {
  it('of a mail has the names of months and weekdays of its reader, in the format of the organization (OPEN-608)', () => {
    const text = () =>
      timeInZone(new Date('2026-03-04T11:00:00Z'), { dateTimeFormat: 'dddd, D MMM YYYY HH:mm', timeZone: 'UTC' })
    expect(text()).toBe('Wednesday, 4 Mar 2026 11:00 UTC')
    expect(inLanguage('de', text)).toBe('Mittwoch, 4 Mär 2026 11:00 UTC')
    expect(inLanguage('ja', text)).toBe('水曜日, 4 3月 2026 11:00 UTC')
  })

  it('that a dynamic value has is written as its reader writes days (OPEN-608)', () => {
    const clock = { now: new Date('2026-03-04T11:00:00Z'), timeZone: 'UTC', weekStart: 1 as const }
    const text = () => dynamicText({ name: 'p', type: 'date-range' }, 'd_last_7_days', clock)
    expect(text()).toBe('25 Feb – 4 Mar')
    expect(inLanguage('de', text)).toBe('25. Feb. – 4. März')
  })

  it('has its name in the language of a file or mail, with the dates in the format of the organization (OPEN-465)', () => {
    const clock = { now: new Date('2026-03-04T11:00:00Z'), timeZone: 'UTC', weekStart: 1 as const }
    const formats = { dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm', numberMarks: plainMarks }
    const text = () => currentText({ name: 'p', type: 'date-range', value: 'd_last_7_days' }, clock, formats)
    expect(inLanguage('de', text)).toBe('Letzte 7 Tage (25.02.2026 – 04.03.2026)')
    expect(inLanguage('ja', text)).toBe('過去7日 (25.02.2026 – 04.03.2026)')
    expect(inLanguage('ar', text)).toContain('(\u206825.02.2026 – 04.03.2026\u2069)')
  })
})

describe('the trouble of a storage', () => {
  it('is said in the language of the reader (OPEN-609)', () => {
    const full = Object.assign(new Error('507'), { statusCode: 507 })
    expect(troubleOf(full).text()).toBe('The storage of results is full.')
    expect(inLanguage('de', () => troubleOf(full).text())).toBe('Der Speicher der Ergebnisse ist voll.')
    expect(troubleOf(Object.assign(new Error(), { code: 'RequestTimeTooSkewed' }))).toBe(CLOCKS_DIFFER)
  })
})
