import { describe, expect, it } from 'vitest'
import { dashboardTypes, mappableTo, mappingOf, mappingsForNew, newKeywordProblem, sourceOf, valueSources } from './mappings.ts'

const region = { name: 'region', type: 'enum', value: 'north' }
const since = { name: 'since', type: 'date', value: '2024-01-01' }

describe('the mapping of a parameter', () => {
  it('has name, type, mapTo, value and title, whatever of it is stored (PMAP-01)', () => {
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

  it('of an old-style global parameter is that of the whole dashboard (PARAM-41)', () => {
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

  it('are what a new widget is mapped to: those of the same name and type, or new ones (PMAP-16, OPEN-108)', () => {
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

describe('the source of a value', () => {
  const known = new Map([
    ['area', 'enum'],
    ['day', 'date'],
  ])

  it('is new or existing on the dashboard, of the widget, or fixed (PMAP-05)', () => {
    const mapping = mappingOf(region, {})
    expect(valueSources).toEqual(['new', 'existing', 'widget', 'static'])
    expect(sourceOf({ ...mapping, type: 'static-value' }, known)).toBe('static')
    expect(sourceOf({ ...mapping, type: 'widget-level' }, known)).toBe('widget')
    expect(sourceOf({ ...mapping, type: 'dashboard-level', mapTo: 'area' }, known)).toBe('existing')
    expect(sourceOf({ ...mapping, type: 'dashboard-level', mapTo: 'region' }, known)).toBe('new')
  })

  it('is an existing parameter only where one has the same type (PMAP-13)', () => {
    expect(mappableTo(region, known)).toEqual(['area'])
    expect(mappableTo({ name: 'limit', type: 'number' }, known)).toEqual([])
    expect(mappableTo({ name: 'name' }, new Map([['word', 'text']]))).toEqual(['word'])
  })

  it('is a new parameter only with a keyword of its own (PMAP-10, PMAP-11)', () => {
    for (const none of ['', '  ']) expect(newKeywordProblem(none, known)).toBe('Keyword must have a value')
    for (const used of ['area', ' area '])
      expect(newKeywordProblem(used, known)).toBe('A parameter with this name already exists')
    expect(newKeywordProblem('region', known)).toBeNull()
  })
})
