import { describe, expect, it } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import {
  type ClickAction,
  clickedValue,
  isSetByClicks,
  selectedValue,
  storedClickAction,
  withClickAction,
} from './click-action.ts'

const parameter = (type: string, more: Partial<Definition> = {}): Definition => ({
  name: 'country',
  type,
  value: null,
  ...more,
})

describe('the click action of a widget', () => {
  it('is read as it was stored (FILTER-13)', () => {
    const actions: ClickAction[] = [
      { type: 'filter' },
      { type: 'parameter', name: 'country', from: 'series' },
      { type: 'parameter', name: 'country', from: 'x' },
      { type: 'link', link: '/queries/5?p_country={{ x }}' },
      { type: 'none' },
    ]
    for (const action of actions) expect(storedClickAction(withClickAction({}, action))).toEqual(action)
  })

  it('is unknown if nobody has chosen it, or if it cannot be read (FILTER-12)', () => {
    for (const clickAction of [undefined, null, 'filter', {}, { type: 'other' }, { type: 'parameter' }]) {
      expect(storedClickAction({ clickAction })).toBeNull()
    }
  })

  it('comes from the older option if there is no newer one, and replaces it (FILTER-13)', () => {
    expect(storedClickAction({ filtersByClicks: true })).toEqual({ type: 'filter' })
    expect(storedClickAction({ filtersByClicks: false })).toEqual({ type: 'none' })
    const options = { isHidden: false, filtersByClicks: true, foreign: 1 }
    expect(withClickAction(options, { type: 'none' })).toEqual({ isHidden: false, foreign: 1, clickAction: { type: 'none' } })
  })
})

describe('a parameter that a click sets', () => {
  const valueFor = (definition: Definition, cell: Parameters<typeof clickedValue>[1], options: string[] | null = null) =>
    clickedValue(definition, cell, options, 'Europe/Zurich')

  it('takes the value of the mark in its own form (FILTER-13)', () => {
    expect(valueFor(parameter('text'), 'CH')).toBe('CH')
    expect(valueFor(parameter('text'), 7)).toBe('7')
    expect(valueFor(parameter('number'), 7)).toBe(7)
    expect(valueFor(parameter('number'), '9007199254740993')).toBe('9007199254740993')
    for (const type of ['enum', 'identifier'])
      expect(valueFor(parameter(type, { enumOptions: 'CH\nDE' }), 'DE'), type).toBe('DE')
    expect(valueFor(parameter('query'), 'CH', ['CH'])).toBe('CH')
    expect(valueFor(parameter('query', { multiValuesOptions: {} }), 'CH', null)).toEqual(['CH'])
    expect(valueFor(parameter('date'), '2026-03-29')).toBe('2026-03-29')
  })

  it('takes a time on the clock of the reader (FILTER-13)', () => {
    expect(valueFor(parameter('date'), '2026-03-28T23:30:00Z')).toBe('2026-03-29')
    expect(valueFor(parameter('datetime-local'), '2026-07-01T10:00:00+00:00')).toBe('2026-07-01 12:00')
    expect(valueFor(parameter('datetime-with-seconds'), '2026-07-01T10:00:05')).toBe('2026-07-01 10:00:05')
  })

  it('refuses a value that it does not have (FILTER-13)', () => {
    expect(valueFor(parameter('text'), null)).toBeNull()
    expect(valueFor(parameter('number'), 'CH')).toBeNull()
    expect(valueFor(parameter('number'), '7 days')).toBeNull()
    expect(valueFor(parameter('date'), 'CH')).toBeNull()
    for (const type of ['enum', 'identifier'])
      expect(valueFor(parameter(type, { enumOptions: 'CH\nDE' }), 'IT'), type).toBeNull()
    expect(valueFor(parameter('query'), 'IT', ['CH'])).toBeNull()
  })

  it('cannot be a range', () => {
    expect(['date-range', 'datetime-range', 'date', 'text', 'query'].map((type) => isSetByClicks(parameter(type)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    expect(valueFor(parameter('date-range'), '2026-03-29')).toBeNull()
  })

  it('makes the marks with its value stand out, unless it has none or several (FILTER-14)', () => {
    expect(selectedValue(parameter('text', { value: 'CH' }))).toBe('CH')
    expect(selectedValue(parameter('number', { value: 7 }))).toBe(7)
    const multiple = { multiValuesOptions: {} }
    expect(selectedValue(parameter('query', { ...multiple, value: ['CH'] }))).toBe('CH')
    expect(selectedValue(parameter('query', { ...multiple, value: ['CH', 'DE'] }))).toBeNull()
    expect(selectedValue(parameter('text', { optional: true, value: '' }))).toBeNull()
    expect(selectedValue(parameter('date-range', { value: { start: '2026-01-01', end: '2026-01-02' } }))).toBeNull()
  })
})
