import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DEFAULT_SIZE, placeOf } from '@sightline/domain/dashboards/grid/place.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_TYPE, offeredTypes, register, visualizationOf, visualizationTypes } from './registry.ts'
import { type AnyVisualizationType, minHeightOf, minPaneHeightOf } from './visualization.ts'

const [first] = visualizationTypes
if (!first) throw new Error('There are no visualization types.')

describe('the registry', () => {
  it('refuses a type that is already registered (VIZ-01)', () => {
    expect(() => register([...visualizationTypes, first])).toThrow(`Visualization ${first.type} already registered.`)
  })

  it('offers all types, each with a name, default options, a renderer and an editor (VIZ-03, OPEN-56)', () => {
    const types =
      'TABLE CHART COUNTER BOXPLOT CHOROPLETH MAP COHORT FUNNEL PIVOT WORD_CLOUD DETAILS SUNBURST_SEQUENCE SANKEY HISTOGRAM WATERFALL TREEMAP GAUGE CALENDAR CANDLESTICK'
    expect(visualizationTypes.map(({ type }) => type)).toEqual(expect.arrayContaining(types.split(' ')))
    for (const { name, options, load, needs } of visualizationTypes) {
      expect(name).not.toBe('')
      expect(options.parse({})).toEqual(expect.any(Object))
      expect(needs(options.parse({}), [], { timeZone: 'UTC' })).toHaveProperty('kind')
      expect(load).toBeInstanceOf(Function)
    }
  })

  it('contains every folder with an index, and each folder has samples for the gallery (VIZ-03)', () => {
    const here = import.meta.dirname
    const folders = globSync('*/index.ts', { cwd: here }).map(dirname)
    expect(folders).toHaveLength(visualizationTypes.length)
    expect(globSync('*/samples.ts', { cwd: here }).map(dirname).toSorted()).toEqual(folders.toSorted())
  })

  it('returns null for an unknown type (VIZ-04)', () => {
    expect(visualizationOf('HOLOGRAM')).toBeNull()
    expect(visualizationOf('toString')).toBeNull()
    expect(visualizationOf('TABLE')?.name).toBe('Table')
  })

  it('offers a deprecated type only to visualizations that already have it (VIZ-23)', () => {
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

  it('gives types a minimum height of up to 7 rows on the query page and in embeds, and tables none (CHART-44, OPEN-11)', () => {
    const heightOf = (type: string) => minHeightOf(visualizationOf(type) ?? first)
    expect(['CHART', 'SANKEY', 'SUNBURST_SEQUENCE'].map(heightOf)).toEqual([350, 350, 350])
    expect(['COUNTER', 'DETAILS', 'TABLE', 'COHORT'].map(heightOf)).toEqual([250, 100, 0, 0])
  })

  it('lets a visualization shrink to 4 rows below the editor (OPEN-11)', () => {
    const heightOf = (type: string) => minPaneHeightOf(visualizationOf(type) ?? first)
    expect(['CHART', 'COUNTER', 'DETAILS', 'TABLE'].map(heightOf)).toEqual([200, 200, 100, 0])
  })

  it('makes charts 8 rows high on dashboards by default (OPEN-11)', () => {
    expect(placeOf({}, visualizationOf('CHART')?.size ?? DEFAULT_SIZE)).toMatchObject({ sizeX: 3, sizeY: 8 })
  })

  it('gives each type its widget size (OPEN-128)', () => {
    const sizes = Object.fromEntries(
      visualizationTypes.map(({ type, size }) => [
        type,
        [size.columns, size.minColumns, size.minRows, size.autoHeight ? 'grows' : 'stays'].join(' '),
      ]),
    )
    expect(sizes).toMatchObject({
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
      HISTOGRAM: '3 1 5 stays',
      WATERFALL: '3 1 5 stays',
      TREEMAP: '3 1 5 stays',
      GAUGE: '2 1 3 stays',
      CALENDAR: '3 1 4 stays',
      CANDLESTICK: '3 1 5 stays',
    })
    expect(visualizationOf('BOXPLOT')?.size.rows).toBe(8)
    // A type without a minimum size may be as small as the grid allows.
    expect([DEFAULT_SIZE.minColumns, DEFAULT_SIZE.minRows]).toEqual([1, 1])
  })

  it.each(visualizationTypes.map((type) => [type.type, type] as const))('%s reads any stored object', (_, { options }) => {
    for (const stored of [{}, { columns: null }, { unknown: { deep: [1] } }]) {
      expect(options.safeParse(stored).success).toBe(true)
    }
    expect(options.parse({ unknown: { deep: [1] } })).toMatchObject({ unknown: { deep: [1] } })
  })
})

describe('the plug-in promise: a visualization type is one folder, one line in the registry and a name', () => {
  const packages = `${import.meta.dirname}/../../..`
  const sources = globSync('{contract,domain,server,web}/src/**/*.{ts,tsx}', { cwd: packages })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${packages}/${path}`, 'utf8') }))
  /** Types that the product creates itself: a table for each query, and a suggested chart. */
  const createdByDefault = ['TABLE', 'CHART']
  /** Every type has its name there, for the server as well. */
  const names = 'domain/src/visualization-names.ts'
  /** Files in which the word is not a visualization type, or is only content. */
  const exceptions: Record<string, string[]> = {
    MAP: ['server/src/runners/databricks/index.ts'], // a column type of Databricks
    COUNTER: ['server/src/features/setup/sample/queries.ts'], // the sample data
    PIVOT: ['web/src/features/queries/explore/pivot-visualizations.ts'], // groups in columns are kept as one
  }

  it.each(visualizationTypes.map(({ type }) => type).filter((type) => !createdByDefault.includes(type)))(
    'names the id of %s in at most one file outside its folder',
    (type) => {
      const users = sources.filter(({ text }) => text.includes(`'${type}'`)).map(({ path }) => path)
      const homes = users.filter((path) => basename(path) === 'index.ts' && path.startsWith('web/src/visualizations/'))
      expect(homes).toHaveLength(1)
      const outside = users.filter((path) => path !== names && !path.startsWith(`${dirname(homes[0] ?? '')}/`))
      expect(outside.filter((path) => !exceptions[type]?.includes(path)).length).toBeLessThanOrEqual(1)
    },
  )
})
