import { describe, expect, it } from 'vitest'
import { flagPlaces, labelWidth, shortLabel } from './flag-places.ts'

describe('the labels of annotations', () => {
  it('stand in rows where they would cover each other, and are left out if no row has room (CHART-68)', () => {
    const labels = [0, 10, 20, 30, 120].map((at) => ({ at, width: 100 }))
    expect(flagPlaces(labels, [0, 500])).toEqual([
      { row: 0, isBefore: false },
      { row: 1, isBefore: false },
      { row: 2, isBefore: false },
      null,
      { row: 0, isBefore: false },
    ])
  })

  it('stand before their line at the end of the plot (CHART-68)', () => {
    expect(flagPlaces([{ at: 480, width: 100 }], [0, 500])).toEqual([{ row: 0, isBefore: true }])
  })

  it('of horizontal lines need the height of a line (CHART-68)', () => {
    const labels = [50, 55, 80].map((at) => ({ at, width: 100 }))
    expect(flagPlaces(labels, null)).toEqual([{ row: 0, isBefore: false }, null, { row: 0, isBefore: false }])
  })

  it('are shortened, because tooltips have the whole (CHART-68)', () => {
    expect(shortLabel('Everything must go before summer')).toBe('Everything must go befo…')
    expect(labelWidth('Sale')).toBeLessThan(labelWidth('Summer sale'))
  })
})
