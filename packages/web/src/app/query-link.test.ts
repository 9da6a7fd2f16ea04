import { MAX_CONDITIONS } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { exploreLink, queryLink, queryUrl } from './query-link.ts'

const definitions = [
  { name: 'city', value: 'São Paulo' },
  { name: 'days', type: 'date-range', value: { start: '2026-01-01', end: '2026-01-31' } },
  { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: ['south'], multiValuesOptions: {} },
]

describe('the link to a query', () => {
  it('carries the parameter values with the prefix p_ (QPAGE-42)', () => {
    expect(queryLink(12, 3, definitions)).toEqual({
      to: '/queries/$queryId',
      params: { queryId: '12' },
      search: { p_city: 'São Paulo', 'p_days.start': '2026-01-01', 'p_days.end': '2026-01-31', p_region: '["south"]' },
      hash: '3',
    })
  })

  it('is the same as a URL, which without values ends at the visualization (QPAGE-42)', () => {
    expect(queryUrl(12, 3, definitions.slice(0, 1))).toBe('/queries/12?p_city=S%C3%A3o+Paulo#3')
    expect(queryUrl(12, 3, [])).toBe('/queries/12#3')
  })
})

const town = { name: 'town', friendlyName: 'Town', multiple: false, values: [], current: ['Bern'] }
const groups = [{ column: 'day', unit: 'month' as const }]
const filled = (column: string) => ({ column, kind: 'not_empty' as const, values: [] })

describe('the link to an exploration', () => {
  it('has the filters as conditions, and groups that count their rows (TABLE-52)', () => {
    expect(exploreLink(7, 3, [town])?.search).toMatchObject({
      where: ['is:["town","Bern"]'],
      by: undefined,
      show: undefined,
      result: 3,
    })
    expect(exploreLink(7, 3, [town], { groups, conditions: [filled('sold')] })?.search).toMatchObject({
      where: ['is:["town","Bern"]', 'not_empty:["sold"]'],
      by: ['month:day'],
      show: ['count'],
    })
  })

  it('is none if a URL cannot hold the conditions', () => {
    const conditions = Array.from({ length: MAX_CONDITIONS }, (_, index) => filled(`c${index}`))
    expect(exploreLink(7, 3, [town], { groups, conditions })).toBeNull()
    expect(exploreLink(7, 3, [], { groups, conditions })).not.toBeNull()
  })
})
