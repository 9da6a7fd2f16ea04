import type { ParameterMapping } from '@sightline/contract/widgets.ts'
import { describe, expect, it } from 'vitest'
import { defaultValue, knownTypes, mappedParameters, storedMappings } from './mapping-list.ts'

const region = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }
const part = { ...region, name: 'part' }
const dashboardParameters = [
  { shownIn: 'dashboard' as const, queryId: 1, definition: { ...region, name: 'area', value: 'south' } },
]

describe('the mappings of a widget', () => {
  it('are stored completely, keep fields of other API clients, and drop removed parameters (PMAP-18)', () => {
    const stored = { region: { type: 'static-value' as const, value: 'south', locals: [1] }, gone: { mapTo: 'x' } }
    expect(storedMappings(mappedParameters([region], stored), stored)).toEqual({
      region: { name: 'region', type: 'static-value', mapTo: 'region', value: 'south', title: '', locals: [1] },
    })
  })

  it('can be mapped to the parameters of other widgets and of the rest of the list (PMAP-11)', () => {
    const list = mappedParameters([region, part], {
      region: { type: 'dashboard-level', mapTo: 'one' },
      part: { type: 'dashboard-level', mapTo: 'two' },
    })
    expect([...knownTypes(dashboardParameters, list, 'region')]).toEqual([
      ['two', 'enum'],
      ['area', 'enum'],
    ])
  })

  it('start with the fixed value, that of the dashboard, or that of the query (PMAP-07)', () => {
    const at = (mapping: ParameterMapping) => mappedParameters([region], { region: mapping })
    const value = (mapping: ParameterMapping) => at(mapping).map((one) => defaultValue(one, dashboardParameters))
    expect(value({ type: 'static-value', value: 'east' })).toEqual(['east'])
    expect(value({ type: 'dashboard-level', mapTo: 'area' })).toEqual(['south'])
    expect(value({ type: 'dashboard-level', mapTo: 'other' })).toEqual(['north'])
    expect(value({ type: 'widget-level' })).toEqual(['north'])
  })
})
