import { afterEach, expect, it, vi } from 'vitest'

/** The props of calendars in a page of a language, at the end of a day in UTC. */
async function calendarIn(language: string) {
  vi.resetModules()
  vi.stubGlobal('sightlineLanguage', { language, messages: {} })
  const { calendarPropsAt } = await import('./calendar-props.ts')
  return calendarPropsAt({ now: new Date('2026-11-28T23:30:00Z'), timeZone: 'UTC', weekStart: 1 })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('the calendar marks today, and no other day (OPEN-516)', async () => {
  const { getDayProps } = await calendarIn('en')
  expect(getDayProps('2026-11-28')).toMatchObject({ 'aria-current': 'date' })
  expect(getDayProps('2026-11-27')).toEqual({})
})

it('calendars name months and days as the language of the page does (OPEN-503)', async () => {
  const names: string[][] = []
  for (const language of ['en', 'de', 'ja', 'ar']) {
    const { monthLabelFormat, getDayAriaLabel } = await calendarIn(language)
    names.push([monthLabelFormat('2024-03-06'), getDayAriaLabel('2024-03-06')])
  }
  expect(names).toEqual([
    ['March 2024', '6 March 2024'],
    ['März 2024', '6. März 2024'],
    ['2024年3月', '2024年3月6日'],
    ['مارس 2024', '6 مارس 2024'],
  ])
})
