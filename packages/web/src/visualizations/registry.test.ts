import { describe, expect, it } from 'vitest'
import { DEFAULT_TYPE, offeredTypes, register, visualizationOf, visualizationTypes } from './registry.ts'
import type { AnyVisualizationType } from './visualization.ts'

const [first] = visualizationTypes
if (!first) throw new Error('There are no visualization types.')

describe('the registry', () => {
  it('VIZ-01 refuses a type that is there already', () => {
    expect(() => register([...visualizationTypes, first])).toThrow(`Visualization ${first.type} already registered.`)
  })

  it('VIZ-03 OPEN-56 offers all types, each with a name, default options and what draws and edits it', () => {
    const types = 'TABLE CHART COUNTER BOXPLOT CHOROPLETH MAP COHORT FUNNEL PIVOT WORD_CLOUD DETAILS SUNBURST_SEQUENCE SANKEY'
    expect(visualizationTypes.map(({ type }) => type).toSorted()).toEqual(types.split(' ').toSorted())
    for (const { name, options, load, needs } of visualizationTypes) {
      expect(name).not.toBe('')
      expect(options.parse({})).toEqual(expect.any(Object))
      expect(needs(options.parse({}), [])).toHaveProperty('kind')
      expect(load).toBeInstanceOf(Function)
    }
  })

  it('VIZ-04 knows nothing of a type that is not there', () => {
    expect(visualizationOf('HOLOGRAM')).toBeNull()
    expect(visualizationOf('toString')).toBeNull()
    expect(visualizationOf('TABLE')?.name).toBe('Table')
  })

  it('VIZ-23 offers a deprecated type only to what is of it already', () => {
    const old: AnyVisualizationType = { ...first, type: 'OLD', name: 'Old', isDeprecated: true }
    expect(offeredTypes(null, [first, old])).toEqual([first])
    expect(offeredTypes('OLD', [first, old])).toEqual([first, old])
  })

  it('starts new visualizations as a chart', () => {
    expect(visualizationOf(DEFAULT_TYPE)?.name).toBe('Chart')
  })

  it('TABLE-32 lets a table grow with its rows', () => {
    expect(visualizationOf('TABLE')?.size).toMatchObject({ columns: 3, minColumns: 2, autoHeight: true })
    expect(visualizationOf('CHART')?.size).toMatchObject({ columns: 3, rows: 8, minRows: 5, autoHeight: false })
  })

  it.each(visualizationTypes.map((type) => [type.type, type] as const))('%s reads any stored object', (_, { options }) => {
    for (const stored of [{}, { columns: null }, { unknown: { deep: [1] } }]) {
      expect(options.safeParse(stored).success).toBe(true)
    }
    expect(options.parse({ unknown: { deep: [1] } })).toMatchObject({ unknown: { deep: [1] } })
  })
})
