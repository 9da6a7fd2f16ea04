import { describe, expect, it } from 'vitest'
import { DEFAULT_SIZE, placeOf } from '../grid/place.ts'
import { leastHeight } from './least-height.ts'
import { DEFAULT_TYPE, offeredTypes, register, visualizationOf, visualizationTypes } from './registry.ts'
import type { AnyVisualizationType } from './visualization.ts'

const [first] = visualizationTypes
if (!first) throw new Error('There are no visualization types.')

describe('the registry', () => {
  it('refuses a type that is there already (VIZ-01)', () => {
    expect(() => register([...visualizationTypes, first])).toThrow(`Visualization ${first.type} already registered.`)
  })

  it('offers all types, each with a name, default options and what draws and edits it (VIZ-03, OPEN-56)', () => {
    const types = 'TABLE CHART COUNTER BOXPLOT CHOROPLETH MAP COHORT FUNNEL PIVOT WORD_CLOUD DETAILS SUNBURST_SEQUENCE SANKEY'
    expect(visualizationTypes.map(({ type }) => type).toSorted()).toEqual(types.split(' ').toSorted())
    for (const { name, options, load, needs } of visualizationTypes) {
      expect(name).not.toBe('')
      expect(options.parse({})).toEqual(expect.any(Object))
      expect(needs(options.parse({}), [])).toHaveProperty('kind')
      expect(load).toBeInstanceOf(Function)
    }
  })

  it('knows nothing of a type that is not there (VIZ-04)', () => {
    expect(visualizationOf('HOLOGRAM')).toBeNull()
    expect(visualizationOf('toString')).toBeNull()
    expect(visualizationOf('TABLE')?.name).toBe('Table')
  })

  it('offers a deprecated type only to what is of it already (VIZ-23)', () => {
    const old: AnyVisualizationType = { ...first, type: 'OLD', name: 'Old', isDeprecated: true }
    expect(offeredTypes(null, [first, old])).toEqual([first])
    expect(offeredTypes('OLD', [first, old])).toEqual([first, old])
  })

  it('starts new visualizations as a chart', () => {
    expect(visualizationOf(DEFAULT_TYPE)?.name).toBe('Chart')
  })

  it('lets a table grow with its rows (TABLE-32)', () => {
    expect(visualizationOf('TABLE')?.size).toMatchObject({ columns: 3, minColumns: 2, autoHeight: true })
    expect(visualizationOf('CHART')?.size).toMatchObject({ columns: 3, rows: 8, minRows: 5, autoHeight: false })
  })

  it('has drawings of 7 rows on the query page and in embeds, also of types that name no size, and tables of any height (CHART-44, OPEN-11)', () => {
    const heightOf = (type: string) => leastHeight(visualizationOf(type) ?? first)
    expect(['CHART', 'SANKEY', 'SUNBURST_SEQUENCE'].map(heightOf)).toEqual([350, 350, 350])
    expect(['COUNTER', 'DETAILS', 'TABLE', 'COHORT'].map(heightOf)).toEqual([250, 100, 0, 0])
  })

  it('has charts of 8 rows on dashboards, when nobody has given them a height (OPEN-11)', () => {
    expect(placeOf({}, visualizationOf('CHART')?.size ?? DEFAULT_SIZE)).toMatchObject({ sizeX: 3, sizeY: 8 })
  })

  it('gives each type the size of its widgets (OPEN-128)', () => {
    const sizes = Object.fromEntries(
      visualizationTypes.map(({ type, size }) => [
        type,
        [size.columns, size.minColumns, size.minRows, size.autoHeight ? 'grows' : 'stays'].join(' '),
      ]),
    )
    expect(sizes).toEqual({
      TABLE: '3 2 1 grows',
      CHART: '3 1 5 stays',
      COUNTER: '2 1 1 stays',
      BOXPLOT: '3 1 5 stays',
      CHOROPLETH: '3 2 1 stays',
      MAP: '3 2 1 stays',
      COHORT: '3 1 1 grows',
      FUNNEL: '3 1 1 stays',
      PIVOT: '3 2 1 stays',
      WORD_CLOUD: '3 1 1 stays',
      DETAILS: '2 1 1 stays',
      SUNBURST_SEQUENCE: '3 1 1 stays',
      SANKEY: '3 1 1 stays',
    })
    expect(visualizationOf('BOXPLOT')?.size.rows).toBe(8)
    // What asks for nothing may be as small as the grid lets it.
    expect([DEFAULT_SIZE.minColumns, DEFAULT_SIZE.minRows]).toEqual([1, 1])
  })

  it.each(visualizationTypes.map((type) => [type.type, type] as const))('%s reads any stored object', (_, { options }) => {
    for (const stored of [{}, { columns: null }, { unknown: { deep: [1] } }]) {
      expect(options.safeParse(stored).success).toBe(true)
    }
    expect(options.parse({ unknown: { deep: [1] } })).toMatchObject({ unknown: { deep: [1] } })
  })
})
