import { describe, expect, it } from 'vitest'
import { plainMarks } from '../format/number.ts'
import type { Definition } from '../parameters/definition.ts'
import { areSameValues, commentedText, commentedValues, differFromShown, urlOfValues } from './commented-values.ts'
import type { WidgetWithQuery } from './parameters.ts'

const clock = { now: new Date('2026-05-20T10:00:00Z'), timeZone: 'Europe/Zurich', weekStart: 1 } as const
const region: Definition = { name: 'region', title: 'Region', type: 'text', value: 'North' }
const days: Definition = { name: 'days', title: 'Period', type: 'date-range', value: 'd_last_7_days' }
const widget: WidgetWithQuery = {
  id: 7,
  options: {
    parameterMappings: {
      region: { name: 'region', type: 'dashboard-level', mapTo: 'area' },
      days: { name: 'days', type: 'widget-level' },
    },
  },
  visualization: { query: { id: 1, options: { parameters: [region, days] } } },
}
const shown: Definition[] = [
  { ...region, name: 'area' },
  { ...days, name: 'w7_days' },
  { ...region, name: 'elsewhere' },
]

const formats = { dateFormat: 'DD/MM/YY', dateTimeFormat: 'DD/MM/YY HH:mm', numberMarks: plainMarks }

describe('the values of a comment', () => {
  it('are those of the parameters of its widget, by their names on the dashboard, with dynamic dates fixed (OPEN-264)', () => {
    expect(commentedValues(widget, shown, clock)).toEqual([
      { name: 'area', title: 'Region', value: 'North' },
      { name: 'w7_days', title: 'Period', value: { start: '2026-05-13', end: '2026-05-20' } },
    ])
    expect(commentedValues({ id: 8, options: {} }, shown, clock)).toEqual([])
  })

  it('include optional parameters that were left empty, not required ones (OPEN-264)', () => {
    const empty = (optional: boolean) => commentedValues(widget, [{ ...region, name: 'area', value: null, optional }], clock)
    expect(empty(false)).toEqual([])
    expect(empty(true)).toEqual([{ name: 'area', title: 'Region', value: null }])
    expect(commentedText(empty(true), shown, formats)).toBe('Region: no value')
    expect(urlOfValues(empty(true))).toEqual({ p_area: '' })
  })

  it('are written in one line and into the URL that opens the dashboard with them (OPEN-264)', () => {
    const values = [...commentedValues(widget, shown, clock), { name: 'tags', title: 'Tags', value: ['a', 'b'] }]
    expect(commentedText(values, shown, formats)).toBe('Region: North · Period: 13/05/26 – 20/05/26 · Tags: a, b')
    expect(urlOfValues(values)).toEqual({
      p_area: 'North',
      'p_w7_days.start': '2026-05-13',
      'p_w7_days.end': '2026-05-20',
      p_tags: '["a","b"]',
    })
  })

  it('are dates only if the parameter of the dashboard is one (OPEN-469)', () => {
    const date = '2026-05-13'
    const values = ['area', 'day', 'removed'].map((name) => ({ name, title: name, value: date }))
    const day = { name: 'day', type: 'date' }
    expect(commentedText(values, [...shown, day], formats)).toBe('area: 2026-05-13 · day: 13/05/26 · removed: 2026-05-13')
  })

  it('are the same in any order, whatever their titles (OPEN-264)', () => {
    const [one = { name: '', title: '', value: '' }, other = one] = commentedValues(widget, shown, clock)
    expect(areSameValues([one, other], [{ ...other, title: 'Days' }, one])).toBe(true)
    const reversed = { end: '2026-05-20', start: '2026-05-13' }
    expect(areSameValues([other], [{ ...other, value: reversed }])).toBe(true)
    expect(areSameValues([one], [{ ...one, value: 'South' }])).toBe(false)
    expect(areSameValues([one], [one, other])).toBe(false)
  })

  it('can be shown if a parameter that the widget still has is shown with another value (OPEN-264)', () => {
    const [one = { name: '', title: '', value: '' }] = commentedValues(widget, shown, clock)
    const removed = { name: 'removed', title: 'Removed', value: 'x' }
    expect(differFromShown([one, removed], [one])).toBe(false)
    expect(differFromShown([one, removed], [{ ...one, value: 'South' }])).toBe(true)
    expect(differFromShown([removed], [one])).toBe(false)
  })
})
