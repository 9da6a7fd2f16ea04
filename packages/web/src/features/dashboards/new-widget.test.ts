import type { Widget } from '@sightline/contract/widgets.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SIZE, placeOf } from '../../grid/place.ts'
import { copiedOptions, newWidgetOptions } from './new-widget.ts'

const sizeOf = (type: string) => newWidgetOptions(type, [], [], new Map()).position

describe('a new widget', () => {
  it('is as high as what it shows asks for (WIDGET-17)', () => {
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

  it('of a type that this version does not know has the size of a textbox', () => {
    expect(sizeOf('NEWER')).toMatchObject({ sizeX: 3, sizeY: 3 })
  })

  it('takes the parameters of the dashboard that have its names and types (PMAP-16, OPEN-108)', () => {
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

describe('a copy of a widget', () => {
  it('has all of its options, and lies where there is room', () => {
    const place = placeOf({ col: 0, row: 0, sizeX: 4, sizeY: 5, autoHeight: false }, DEFAULT_SIZE)
    const options = { isHidden: false, position: { col: 0, row: 0, own: true }, filtersByClicks: true }
    expect(copiedOptions(options, place, new Map([[1, place]]))).toMatchObject({
      isHidden: false,
      filtersByClicks: true,
      position: { col: 0, row: 5, sizeX: 4, sizeY: 5, autoHeight: false, own: true },
    })
  })
})
