import { codeTypes, shapesByCode } from '@sightline/domain/maps/shape-codes.ts'
import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { aggregatorName } from '@sightline/domain/pivot/aggregator-names.ts'
import { aggregators } from '@sightline/domain/pivot/aggregators.ts'
import { normaliseSchedule } from '@sightline/domain/schedule/normalise.ts'
import { describe, expect, it } from 'vitest'
import { inLanguage } from './reader.ts'

const messageOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

const unclosed = () => fillIn('select {{#a}} 1', [], {}, 'sql')
const tooOften = () => normaliseSchedule({ interval: 1, time: null, day_of_week: null, until: null })

describe('why something is refused', () => {
  it('is said in the language of the reader, with names and tags as they are (OPEN-522)', () => {
    const reasons = () => [messageOf(unclosed), messageOf(tooOften)]
    expect(inLanguage('de', reasons)).toEqual([
      'Die {{ }}-Platzhalter der Abfrage passen nicht zusammen. Abschnitt „a“ bei 15 nicht geschlossen',
      'Ein Zeitplan braucht ein Intervall von mindestens 30 Sekunden.',
    ])
    expect(reasons()).toEqual([
      'The {{ }} tags of the query do not match. Unclosed section "a" at 15',
      'A schedule needs an interval of at least 30 seconds.',
    ])
  })
})

describe('the choices of visualizations', () => {
  it('have a name of their own in each language, and the stored one in English (OPEN-549)', () => {
    const stored = aggregators.map(({ name }) => name)
    expect(stored.map(aggregatorName)).toEqual(stored)
    for (const language of ['de', 'ja'] as const) {
      const names = inLanguage(language, () => stored.map(aggregatorName))
      expect(new Set(names).size).toBe(stored.length)
      // No German or Japanese word for one of them is the English one, except this.
      expect(names.filter((name, at) => name === stored[at])).toEqual(language === 'de' ? ['Median', 'Minimum', 'Maximum'] : [])
    }
  })

  it('are named for codes of maps too, which still match by what is stored (OPEN-549)', () => {
    const [first] = codeTypes.countries
    expect(inLanguage('de', () => first?.name())).toBe('Kurzname')
    expect(inLanguage('de', () => [...shapesByCode([{ name: 'Germany' }], first?.type ?? '').keys()])).toEqual(['germany'])
  })
})
