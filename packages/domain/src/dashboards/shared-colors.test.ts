import { describe, expect, it } from 'vitest'
import { placesInChart, sharedPlaces } from './shared-colors.ts'

const cities = ['Atlanta', 'Boston', 'Chicago', 'Dallas', 'Oslo', 'Rome', 'Zürich']

describe('shared places', () => {
  it('do not depend on the order of the values in a chart (CHART-52, OPEN-257)', () => {
    const forwards = sharedPlaces({ size: 14, charts: [cities], later: [] })
    expect(sharedPlaces({ size: 14, charts: [cities.toReversed()], later: [] })).toEqual(forwards)
    expect(new Set(forwards.values()).size).toBe(cities.length)
  })

  it('of values that were there when the dashboard opened stay when a filter lets others through (OPEN-257)', () => {
    const opened = sharedPlaces({ size: 14, charts: [cities.slice(0, 3)], later: [] })
    const filtered = sharedPlaces({ size: 14, charts: [cities.slice(0, 3)], later: cities.slice(3) })
    for (const city of cities.slice(0, 3)) expect(filtered.get(city)).toBe(opened.get(city))
    expect(filtered.size).toBe(cities.length)
  })

  it('end with the palette, in each chart (OPEN-257)', () => {
    const shared = sharedPlaces({ size: 3, charts: [cities], later: [] })
    expect(shared.size).toBe(3)
    expect([...placesInChart(cities, 3, shared).values()].toSorted()).toEqual([0, 1, 2])
  })
})
