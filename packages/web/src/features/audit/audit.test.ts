import { type AuditEntry, auditActions } from '@sightline/contract/audit.ts'
import { describe, expect, it } from 'vitest'
import { actionChoices, actionTexts, detailLines, objectText } from './entry-text.ts'
import { isFiltered, parseAuditSearch, withFilters } from './search-params.ts'

describe('the address of the audit log', () => {
  it('names what is shown', () => {
    const search = { page: '2', actor: 'ada', action: 'query.run', from: '2026-05-01', to: '2026-05-31', object_id: 7 }
    expect(parseAuditSearch(search)).toMatchObject({
      page: 2,
      actor: 'ada',
      action: 'query.run',
      from: '2026-05-01',
      to: '2026-05-31',
      object_id: '7',
    })
  })

  it('counts what makes no sense as not given', () => {
    const search = parseAuditSearch({ page: '-1', actor: ['a'], from: '2026-02-31', to: 'today', action: '' })
    expect(Object.values(search).every((value) => value === undefined)).toBe(true)
    expect(isFiltered(search)).toBe(false)
  })

  it('begins at the first page with another filter', () => {
    expect(withFilters({ page: 3, actor: 'ada' }, { actor: '', action: 'session' })).toEqual({
      page: undefined,
      actor: undefined,
      action: 'session',
    })
  })
})

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  created_at: '2026-05-31T08:00:00Z',
  action: 'query.run',
  actor: null,
  object_type: 'query',
  object_id: null,
  object_name: null,
  details: {},
  ip: null,
  user_agent: null,
  ...fields,
})

describe('an entry in words', () => {
  it('has words for every action, each to be chosen once', () => {
    expect(Object.keys(actionTexts).sort()).toEqual([...auditActions].sort())
    const chosen = actionChoices.flatMap(({ items }) => items.map(({ value }) => value)).filter((value) => value.includes('.'))
    expect(chosen.sort()).toEqual([...auditActions].sort())
  })

  it('says what it was done to', () => {
    expect(objectText(entry({ object_name: 'Revenue', object_id: '5' }))).toBe('Revenue')
    expect(objectText(entry({ object_type: 'data_source', object_id: '5' }))).toBe('data source 5')
    expect(objectText(entry({ details: { data_source_name: 'Warehouse' } }))).toBe('Warehouse')
    expect(objectText(entry({ details: { way: 'password', email: 'eve@example.com' } }))).toBe('eve@example.com')
  })

  it('says what has changed', () => {
    const details = {
      changes: [{ name: 'date_format', from: 'YYYY-MM-DD', to: 'DD/MM/YY' }, { name: 'auth_saml_sp_settings' }],
      job: 'a1',
    }
    expect(detailLines(entry({ details }))).toEqual([
      { name: 'date format', value: 'YYYY-MM-DD → DD/MM/YY' },
      { name: 'auth saml sp settings', value: 'changed' },
      { name: 'job', value: 'a1' },
    ])
  })
})
