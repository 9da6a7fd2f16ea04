import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { currentZoneName, resolvedCalendar, timeZoneChoices } from './time-zone.tsx'

afterEach(() => vi.unstubAllGlobals())

it('offers time zones by their current names, also where the browser lists earlier ones (ORG-16)', () => {
  const choices = timeZoneChoices(null)
  expect(choices[0]).toBe('UTC')
  for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Australia/Lord_Howe'])
    expect(choices).toContain(name)
  expect(choices).not.toContain('Asia/Calcutta')
  expect(choices.filter((name) => !isTimeZone(name))).toEqual([])
  expect(new Set(choices).size).toBe(choices.length)
  expect(timeZoneChoices('Asia/Calcutta')).toContain('Asia/Calcutta')
  expect(currentZoneName('Europe/Zurich')).toBe('Europe/Zurich')
})

it('takes the first day of the week from the language of the browser if the setting says so (PARAM-71)', () => {
  const start = (language: string, weekStart: 'browser' | 'Saturday' = 'browser') => {
    vi.stubGlobal('navigator', { language })
    return resolvedCalendar({ timeZone: 'UTC', weekStart }).weekStart
  }
  expect([start('en-GB'), start('en-US'), start('ar-EG'), start('en-US', 'Saturday')]).toEqual([1, 0, 6, 6])
})

it('begins the week on Monday if the browser answers no language tag (OPEN-624)', () => {
  vi.stubGlobal('navigator', { language: 'C.UTF-8@posix' })
  expect(resolvedCalendar({ timeZone: 'UTC', weekStart: 'browser' }).weekStart).toBe(1)
})
