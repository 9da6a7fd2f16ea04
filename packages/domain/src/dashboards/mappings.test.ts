import { describe, expect, it } from 'vitest'
import { dashboardTypes, mappableTo, mappingOf, mappingsForNew, newKeywordProblem, sourceOf, valueSources } from './mappings.ts'

const region = { name: 'region', type: 'enum', value: 'north' }
const since = { name: 'since', type: 'date', value: '2024-01-01' }

describe('the mapping of a parameter', () => {
  it('has name, type, mapTo, value and title, even if only some are stored (PMAP-01)', () => {
    const all = { name: 'region', type: 'dashboard-level', mapTo: 'area', value: null, title: 'Area' } as const
    expect(mappingOf(region, { region: all })).toEqual(all)
    expect(mappingOf(region, { region: { type: 'static-value', value: 'south' } })).toEqual({
      name: 'region',
      type: 'static-value',
      mapTo: 'region',
      value: 'south',
      title: '',
    })
    expect(mappingOf(region, {})).toMatchObject({ type: 'widget-level', mapTo: 'region' })
  })

  it('belongs to the whole dashboard for an old-style global parameter (PARAM-41)', () => {
    expect(mappingOf({ ...region, global: true })).toMatchObject({ type: 'dashboard-level', mapTo: 'region' })
  })
})

describe('the parameters of a dashboard', () => {
  it('are those that widgets are mapped to (PMAP-02)', () => {
    const widgets = [
      { definitions: [region], stored: { region: { type: 'dashboard-level', mapTo: 'area' } } },
      { definitions: [{ ...region, type: 'text' }], stored: { region: { type: 'dashboard-level', mapTo: 'area' } } },
      { definitions: [since], stored: { since: { type: 'static-value', value: '2020-01-01' } } },
    ] as const
    expect([...dashboardTypes(widgets)]).toEqual([['area', 'enum']])
  })

  it('are mapped to a new widget by name and type, and new ones are added (PMAP-16, OPEN-108)', () => {
    const types = new Map([
      ['region', 'enum'],
      ['since', 'text'],
      ['since_2', 'number'],
    ])
    expect(mappingsForNew([region, since], types)).toEqual({
      region: { name: 'region', type: 'dashboard-level', mapTo: 'region', value: null, title: '' },
      since: { name: 'since', type: 'dashboard-level', mapTo: 'since_3', value: null, title: '' },
    })
    expect(mappingsForNew([since], new Map())).toMatchObject({ since: { mapTo: 'since' } })
  })
})

describe('the source of a parameter value', () => {
  const known = new Map([
    ['area', 'enum'],
    ['day', 'date'],
  ])

  it('is a new or existing dashboard parameter, the widget, or a fixed value (PMAP-05)', () => {
    const mapping = mappingOf(region, {})
    expect(valueSources).toEqual(['new', 'existing', 'widget', 'static'])
    expect(sourceOf({ ...mapping, type: 'static-value' }, known)).toBe('static')
    expect(sourceOf({ ...mapping, type: 'widget-level' }, known)).toBe('widget')
    expect(sourceOf({ ...mapping, type: 'dashboard-level', mapTo: 'area' }, known)).toBe('existing')
    expect(sourceOf({ ...mapping, type: 'dashboard-level', mapTo: 'region' }, known)).toBe('new')
  })

  it('can be an existing parameter only if its type is the same (PMAP-13)', () => {
    expect(mappableTo(region, known)).toEqual(['area'])
    expect(mappableTo({ name: 'limit', type: 'number' }, known)).toEqual([])
    expect(mappableTo({ name: 'name' }, new Map([['word', 'text']]))).toEqual(['word'])
  })

  it('can be a new parameter only with an unused keyword (PMAP-10, PMAP-11)', () => {
    for (const none of ['', '  ']) expect(newKeywordProblem(none, known)).toBe('Keyword must have a value')
    for (const used of ['area', ' area '])
      expect(newKeywordProblem(used, known)).toBe('A parameter with this name already exists')
    expect(newKeywordProblem('region', known)).toBeNull()
  })
})
