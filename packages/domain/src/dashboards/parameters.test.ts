import { describe, expect, it } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import {
  dashboardParameters,
  dashboardParameterValues,
  dashboardValuesFromUrl,
  inStoredOrder,
  type ParameterizedWidget,
  parametersOfWidgets,
  toParameterizedWidget,
  widgetDefinitions,
} from './parameters.ts'

const region: Definition = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }
const limit: Definition = { name: 'limit', type: 'number', value: 10 }
const toBoard = (mapTo: string, title = '') => ({ type: 'dashboard-level' as const, mapTo, title })

const widget = (id: number, fields: Partial<ParameterizedWidget>): ParameterizedWidget => ({
  id,
  queryId: id * 10,
  definitions: [region],
  ...fields,
})

describe('the parameters of a dashboard', () => {
  it('have one input for all widgets that are mapped to it (PMAP-02, PMAP-15)', () => {
    const first = widget(1, { stored: { region: toBoard('area', 'Area of sales') } })
    const second = widget(2, { stored: { region: toBoard('area') } })
    const parameters = dashboardParameters([first, second])
    expect(parameters).toEqual([
      { shownIn: 'dashboard', queryId: 10, definition: { ...region, name: 'area', title: 'Area of sales' } },
    ])
    const values = dashboardValuesFromUrl(parameters, { p_area: 'south' })
    expect(widgetDefinitions(first, values)).toMatchObject([{ name: 'region', value: 'south' }])
    expect(widgetDefinitions(second, values)).toMatchObject([{ name: 'region', value: 'south' }])
  })

  it('can belong to one widget, under a name of their own (PMAP-17)', () => {
    const first = widget(1, {})
    const second = widget(2, {})
    const parameters = dashboardParameters([first, second])
    expect(parameters.map(({ shownIn, definition }) => [shownIn, definition.name])).toEqual([
      [1, 'w1_region'],
      [2, 'w2_region'],
    ])
    const values = dashboardValuesFromUrl(parameters, { p_w2_region: 'south', p_region: 'south' })
    expect(widgetDefinitions(first, values)).toMatchObject([{ value: 'north' }])
    expect(widgetDefinitions(second, values)).toMatchObject([{ value: 'south' }])
  })

  it('have no input if a widget has a fixed value, which the URL cannot change (PMAP-04)', () => {
    const fixed = widget(3, { stored: { region: { type: 'static-value', value: 'south' } } })
    const parameters = dashboardParameters([fixed])
    expect(parameters).toMatchObject([{ shownIn: null }])
    const values = dashboardValuesFromUrl(parameters, { p_w3_region: 'north', p_region: 'north' })
    expect(widgetDefinitions(fixed, values)).toMatchObject([{ value: 'south' }])
  })

  it('depend on each other by their dashboard names', () => {
    const city: Definition = { name: 'city', type: 'query', queryId: 7, dependsOn: { part: 'region' } }
    const parameters = dashboardParameters([
      widget(4, { definitions: [region, city, limit], stored: { region: toBoard('area') } }),
    ])
    expect(parameters.map(({ definition }) => definition.name)).toEqual(['area', 'w4_city', 'w4_limit'])
    expect(parameters[1]?.definition.dependsOn).toEqual({ part: 'area' })
  })

  it('keep their values while widgets are added, removed and remapped', () => {
    const first = dashboardParameters([widget(1, {})])
    const typed = dashboardParameterValues(first, [], { p_w1_region: 'south' }).map((one) => ({
      ...one,
      pendingValue: 'north',
    }))
    expect(typed).toMatchObject([{ name: 'w1_region', value: 'south' }])
    const later = dashboardParameters([widget(1, { definitions: [region, limit] }), widget(2, {})])
    expect(
      dashboardParameterValues(later, typed, { p_w1_region: 'north', p_w1_limit: '5', p_w2_region: 'south' }),
    ).toMatchObject([
      { name: 'w1_region', value: 'south', pendingValue: 'north' },
      { name: 'w1_limit', value: 5 },
      { name: 'w2_region', value: 'south' },
    ])
    const fixed = dashboardParameters([widget(1, { stored: { region: { type: 'static-value', value: 'east' } } })])
    expect(dashboardParameterValues(fixed, typed, {})).toMatchObject([{ value: 'east' }])
    const retyped = dashboardParameters([widget(1, { definitions: [{ ...limit, name: 'region' }] })])
    expect(dashboardParameterValues(retyped, typed, {})).toEqual([expect.objectContaining({ value: 10 })])
  })

  it('ignore the stored mappings of parameters that the query no longer has', () => {
    const left = { gone: toBoard('area'), region: toBoard('vanished') }
    const parameters = dashboardParameters([widget(1, { stored: left }), widget(2, { definitions: [] })])
    expect(parameters).toMatchObject([{ shownIn: 'dashboard', definition: { name: 'vanished', value: 'north' } }])
    expect(dashboardParameters([widget(3, { stored: { gone: toBoard('area') } })])).toMatchObject([{ shownIn: 3 }])
  })

  it('are in the stored order, followed by the others', () => {
    const names = ['a', 'b', 'c'].map((name) => ({ name }))
    expect(inStoredOrder(names, ['c', 'gone', 'a']).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    for (const none of [undefined, null, 'c', {}]) expect(inStoredOrder(names, none)).toBe(names)
  })
})

const plainRegion: Definition = { name: 'region', type: 'text', value: 'north' }
const mappings = { region: { name: 'region', type: 'dashboard-level' as const, mapTo: 'area', value: null, title: '' } }

describe('the parameters of a widget', () => {
  it('are those of its query, with their mappings', () => {
    const widget = {
      id: 3,
      options: { parameterMappings: mappings },
      visualization: { query: { id: 7, options: { parameters: [plainRegion] } } },
    }
    expect(toParameterizedWidget(widget)).toEqual({ id: 3, queryId: 7, definitions: [plainRegion], stored: mappings })
    expect(parametersOfWidgets([widget]).map(({ definition }) => definition.name)).toEqual(['area'])
  })

  it('do not exist if the query has none', () => {
    expect(toParameterizedWidget({ id: 3, options: {}, visualization: { query: { id: 7, options: {} } } })).toMatchObject({
      definitions: [],
    })
  })

  it('do not exist for a textbox', () => {
    expect(toParameterizedWidget({ id: 3, options: {} })).toBeNull()
    expect(parametersOfWidgets([{ id: 3, options: {} }])).toEqual([])
  })
})
