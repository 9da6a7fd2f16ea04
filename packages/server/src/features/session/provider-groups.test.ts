import { describe, expect, it } from 'vitest'
import { groupNamesIn, isOverage, isSamlOverage } from './provider-groups.ts'

describe('the groups in a claim', () => {
  it('are a text, a number or a list of them, each once (OPEN-301)', () => {
    expect(groupNamesIn('Finance')).toEqual(['Finance'])
    expect(groupNamesIn(42)).toEqual(['42'])
    expect(groupNamesIn(['Ops, Paris', 'Ops, Paris', ' Équipe 数据 ', 7, ''])).toEqual(['Ops, Paris', 'Équipe 数据', '7'])
    expect(groupNamesIn(Array.from({ length: 10_000 }, (_, n) => `group ${n}`))).toHaveLength(10_000)
  })

  it('are none if the claim is missing or empty (OPEN-301)', () => {
    for (const value of [undefined, null, [], '']) expect(groupNamesIn(value)).toEqual([])
  })

  it('are unknown if the claim is of another kind (OPEN-301)', () => {
    for (const value of [true, { name: 'Finance' }, [{ id: 1 }], [null]]) expect(groupNamesIn(value)).toBeNull()
  })

  it('are elsewhere if the provider has left out too many of them (OPEN-301)', () => {
    const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
    expect(isOverage(elsewhere, 'groups')).toBe(true)
    expect(isOverage({ hasgroups: true }, 'groups')).toBe(true)
    expect(isOverage(elsewhere, 'roles')).toBe(false)
    expect(isOverage({ ...elsewhere, groups: [] }, 'groups')).toBe(false)
    expect(isOverage({ _claim_names: 'groups' }, 'groups')).toBe(false)
  })
})

it('groups that are too many for a SAML assertion are no missing groups (OPEN-843)', () => {
  const link = {
    'http://schemas.microsoft.com/claims/groups.link': 'https://graph.windows.net/tenant/users/1/getMemberObjects',
  }
  expect(isSamlOverage(link, 'groups')).toBe(true)
  expect(isSamlOverage({ ...link, groups: ['a'] }, 'groups')).toBe(false)
  expect(isSamlOverage({}, 'groups')).toBe(false)
})
