import { type AuditEntry, auditActions } from '@sightline/contract/audit.ts'
import { describe, expect, it } from 'vitest'
import { actionChoices, actionTexts, detailLines, objectText } from './entry-text.ts'
import { isFiltered, parseAuditSearch, withFilters } from './search-params.ts'

describe('the search parameters of the audit log', () => {
  it('hold filters and page', () => {
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

  it('are ignored if invalid', () => {
    const search = parseAuditSearch({ page: '-1', actor: ['a'], from: '2026-02-31', to: 'today', action: '' })
    expect(search).toEqual({})
    expect(isFiltered(search)).toBe(false)
  })

  it('return to the first page when a filter changes', () => {
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

describe('the text of an audit entry', () => {
  it('exists for every action, and each action is a choice of the filter once', () => {
    expect(Object.keys(actionTexts).sort()).toEqual([...auditActions].sort())
    const chosen = actionChoices.flatMap(({ items }) => items.map(({ value }) => value)).filter((value) => value.includes('.'))
    expect(chosen.sort()).toEqual([...auditActions].sort())
  })

  it('names the affected object', () => {
    expect(objectText(entry({ object_name: 'Revenue', object_id: '5' }))).toBe('Revenue')
    expect(objectText(entry({ object_type: 'data_source', object_id: '5' }))).toBe('data source 5')
    expect(objectText(entry({ details: { data_source_name: 'Warehouse' } }))).toBe('Warehouse')
    expect(objectText(entry({ details: { way: 'password', email: 'eve@example.com' } }))).toBe('eve@example.com')
  })

  it('lists the changes', () => {
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
