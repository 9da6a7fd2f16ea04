import { MAX_CONDITIONS } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { exploreLink } from './query-link.ts'

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
