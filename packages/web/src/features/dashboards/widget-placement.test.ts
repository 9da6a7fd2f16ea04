import type { Widget } from '@sightline/contract/widgets.ts'
import { columnsOfWidth } from '@sightline/domain/dashboards/grid/geometry.ts'
import { DEFAULT_SIZE, placeOf } from '@sightline/domain/dashboards/grid/place.ts'
import { describe, expect, it } from 'vitest'
import { copiedOptions, newWidgetOptions, newWidgetPositions, placesOf } from './widget-placement.ts'

describe('placesOf', () => {
  it('reads widths of older clients as columns of twelve for widgets without a position (CONST-03)', () => {
    expect([0, 1, 2].map(columnsOfWidth)).toEqual([0, 6, 12])
    const counter = { visualization: { type: 'COUNTER' } }
    const widgets = [
      { id: 1, width: 2, options: {}, ...counter },
      { id: 2, width: 1, options: {}, ...counter },
      // Without a width it has the default width of a counter.
      { id: 3, width: 0, options: {}, ...counter },
      { id: 4, width: 2, options: { position: { col: 0, row: 0, sizeX: 1, sizeY: 4 } }, ...counter },
    ]
    expect([...placesOf(widgets).values()].map(({ sizeX }) => sizeX)).toEqual([6, 3, 2, 1])
  })
})

describe('newWidgetPositions', () => {
  it('places several new widgets beside each other, each in the size of its type (OPEN-171)', () => {
    const positions = newWidgetPositions(['CHART', 'CHART', 'COUNTER'], new Map())
    expect(positions).toMatchObject([
      { col: 0, row: 0, sizeX: 3, sizeY: 8 },
      { col: 3, row: 0, sizeX: 3, sizeY: 8 },
      { col: 0, row: 8, sizeX: 2, sizeY: 5 },
    ])
  })
})

describe('newWidgetOptions', () => {
  const sizeOf = (type: string) => newWidgetOptions(type, [], [], new Map()).position

  it('gives each type of visualization its default height (WIDGET-17)', () => {
    const heights = [
      ['CHART', 8],
      ['COUNTER', 5],
      ['DETAILS', 2],
      ['FUNNEL', 10],
      ['MAP', 8],
      ['CHOROPLETH', 8],
      ['PIVOT', 10],
      ['TABLE', 14],
      ['WORD_CLOUD', 8],
      ['COHORT', 8],
    ] as const
    for (const [type, rows] of heights) expect([type, sizeOf(type)?.sizeY]).toEqual([type, rows])
  })

  it('gives a type that this version does not know the size of a textbox', () => {
    expect(sizeOf('NEWER')).toMatchObject({ sizeX: 3, sizeY: 3 })
  })

  it('maps parameters to the dashboard parameters of the same names and types (PMAP-16, OPEN-108)', () => {
    const region = { name: 'region', type: 'enum', enumOptions: 'a' }
    const restricted: Widget = {
      id: 1,
      width: 1,
      options: {},
      dashboard_id: 1,
      updated_at: '',
      created_at: '',
      restricted: true,
    }
    expect(newWidgetOptions('TABLE', [region], [restricted], new Map()).parameterMappings).toEqual({
      region: { name: 'region', type: 'dashboard-level', mapTo: 'region', value: null, title: '' },
    })
  })
})

describe('copiedOptions', () => {
  it('keeps all options of the original and moves the copy to a free place', () => {
    const place = placeOf({ col: 0, row: 0, sizeX: 4, sizeY: 5, autoHeight: false }, DEFAULT_SIZE)
    const options = { isHidden: false, position: { col: 0, row: 0, own: true }, filtersByClicks: true }
    expect(copiedOptions(options, place, new Map([[1, place]]))).toMatchObject({
      isHidden: false,
      filtersByClicks: true,
      position: { col: 0, row: 5, sizeX: 4, sizeY: 5, autoHeight: false, own: true },
    })
  })
})
