import { describe, expect, it } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import { parameterized, parametersOf } from './parameterized.ts'

const region: Definition = { name: 'region', type: 'text', value: 'north' }
const mappings = { region: { name: 'region', type: 'dashboard-level' as const, mapTo: 'area', value: null, title: '' } }

describe('a widget of a dashboard', () => {
  it('has the parameters of its query and their mappings', () => {
    const widget = {
      id: 3,
      options: { parameterMappings: mappings },
      visualization: { query: { id: 7, options: { parameters: [region] } } },
    }
    expect(parameterized(widget)).toEqual({ id: 3, queryId: 7, definitions: [region], stored: mappings })
    expect(parametersOf([widget]).map(({ definition }) => definition.name)).toEqual(['area'])
  })

  it('has none where its query has none', () => {
    expect(parameterized({ id: 3, options: {}, visualization: { query: { id: 7, options: {} } } })).toMatchObject({
      definitions: [],
    })
  })

  it('is not asked for parameters as a textbox', () => {
    expect(parameterized({ id: 3, options: {} })).toBeNull()
    expect(parametersOf([{ id: 3, options: {} }])).toEqual([])
  })
})
