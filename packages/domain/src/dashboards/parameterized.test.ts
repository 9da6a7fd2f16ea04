import { describe, expect, it } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import { parametersOfWidgets, toParameterizedWidget } from './parameterized.ts'

const region: Definition = { name: 'region', type: 'text', value: 'north' }
const mappings = { region: { name: 'region', type: 'dashboard-level' as const, mapTo: 'area', value: null, title: '' } }

describe('a widget of a dashboard', () => {
  it('has the parameters of its query and their mappings', () => {
    const widget = {
      id: 3,
      options: { parameterMappings: mappings },
      visualization: { query: { id: 7, options: { parameters: [region] } } },
    }
    expect(toParameterizedWidget(widget)).toEqual({ id: 3, queryId: 7, definitions: [region], stored: mappings })
    expect(parametersOfWidgets([widget]).map(({ definition }) => definition.name)).toEqual(['area'])
  })

  it('has none where its query has none', () => {
    expect(toParameterizedWidget({ id: 3, options: {}, visualization: { query: { id: 7, options: {} } } })).toMatchObject({
      definitions: [],
    })
  })

  it('is not asked for parameters as a textbox', () => {
    expect(toParameterizedWidget({ id: 3, options: {} })).toBeNull()
    expect(parametersOfWidgets([{ id: 3, options: {} }])).toEqual([])
  })
})
