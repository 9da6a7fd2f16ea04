import { describe, expect, it } from 'vitest'
import { column } from './samples.ts'
import { currentKey, typeChoices } from './type-choices.ts'

const day = column('day', 'date')
const carrier = column('carrier', 'string')
const flights = column('flights', 'integer')
const delay = column('delay', 'float')
const chart = (globalSeriesType: string) => ({ type: 'CHART', options: { globalSeriesType } })
const namesOf = (columns: Parameters<typeof typeChoices>[1], fits: boolean, rows: Parameters<typeof typeChoices>[2] = []) =>
  typeChoices(chart('line'), columns, rows, false)
    .filter((choice) => choice.fits === fits)
    .map(({ name }) => name)

describe('the gallery of types', () => {
  it('separates the kinds of chart and the other types that fit the result from those that need other columns (VIZ-27)', () => {
    expect(namesOf([carrier, flights], true)).toEqual([
      ...['Bar', 'Pie', 'Box', 'Table', 'Counter', 'Gauge', 'Histogram', 'Waterfall', 'Treemap', 'Pivot Table'],
      ...['Map (Choropleth)', 'Funnel', 'Word Cloud', 'Details View'],
    ])
    expect(namesOf([day, flights, delay], true)).toEqual(expect.arrayContaining(['Line', 'Area', 'Scatter', 'Counter']))
    // The two sides of a heatmap need values that repeat.
    const days = ['2026-01-01', '2026-01-02'].flatMap((at) => ['AA', 'UA'].map((code) => [at, code, 1]))
    expect(namesOf([day, carrier, flights], true, days)).toContain('Heatmap')
    expect(namesOf([day, carrier, flights], false, days.slice(0, 1))).toContain('Heatmap')
    expect(namesOf([flights], true)).toEqual(['Table', 'Counter', 'Gauge', 'Histogram', 'Pivot Table', 'Details View'])
    expect(namesOf([carrier, flights], false)).toEqual(
      expect.arrayContaining(['Line', 'Scatter', 'Bubble', 'Map (Markers)', 'Cohort', 'Sankey']),
    )
  })

  it('offers custom charts only if they are allowed, or if the chart is one (VIZ-27)', () => {
    const names = (kind: string, allows: boolean) => typeChoices(chart(kind), [day], [], allows).map(({ name }) => name)
    expect(names('line', false)).not.toContain('Custom')
    expect(names('line', true)).toContain('Custom')
    expect(names('custom', false)).toContain('Custom')
  })

  it('contains what the visualization is, even if nobody else draws it (VIZ-27)', () => {
    const foreign = chart('treemap')
    expect(typeChoices(foreign, [day], [], false).find(({ key }) => key === currentKey(foreign))).toMatchObject({
      name: 'Treemap',
      patch: { globalSeriesType: 'treemap' },
    })
    const unknown = { type: 'HOLOGRAM', options: {} }
    expect(typeChoices(unknown, [day], [], false).at(-1)).toMatchObject({ key: 'HOLOGRAM', name: 'HOLOGRAM', fits: false })
    expect(currentKey({ type: 'TABLE', options: {} })).toBe('TABLE')
    expect(currentKey({ type: 'CHART', options: {} })).toBe('CHART column')
  })
})
