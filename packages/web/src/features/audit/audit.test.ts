import { type AuditEntry, auditActions } from '@sightline/contract/audit.ts'
import { describe, expect, it } from 'vitest'
import { actionChoices, actionText, actionTexts, detailLines, recordedName, subjectText } from './entry-text.ts'
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
  objects: [],
  ...fields,
})

describe('the text of an audit entry', () => {
  it('exists for every action, and each action is a choice of the filter once', () => {
    expect(Object.keys(actionTexts).sort()).toEqual([...auditActions].sort())
    const chosen = actionChoices.flatMap(({ items }) => items.map(({ value }) => value)).filter((value) => value.includes('.'))
    expect(chosen.sort()).toEqual([...auditActions].sort())
  })

  it('names an object without a page', () => {
    expect(subjectText(entry({ object_type: 'subscription', object_name: 'Revenue', object_id: '5' }))).toBe('Revenue')
    expect(subjectText(entry({ object_type: 'query_result', object_id: '5' }))).toBe('Stored result 5')
    expect(subjectText(entry({ details: { way: 'password', email: 'eve@example.com' } }))).toBe('eve@example.com')
  })

  it('says whether the query of a run was saved (OPEN-186)', () => {
    expect(actionText(entry({ object_id: '5' }))).toBe('Ran a query')
    expect(actionText(entry({ object_id: null }))).toBe('Ran an unsaved query')
  })

  it('has the names that were recorded, of the object and of those in the details (OPEN-186)', () => {
    const member = entry({
      object_type: 'group',
      object_id: '5',
      object_name: 'Sales',
      details: { user_id: 5, user_name: 'Ada' },
    })
    expect(recordedName(member, { type: 'group', id: '5', name: 'Turnover' })).toBe('Sales')
    expect(recordedName(member, { type: 'user', id: '5', name: null })).toBe('Ada')
    const signedIn = entry({ object_type: 'session', object_id: '5', object_name: 'Ada' })
    expect(recordedName(signedIn, { type: 'user', id: '5', name: 'Ada King' })).toBe('Ada')
    expect(recordedName(entry({ object_id: '5' }), { type: 'query', id: '5', name: 'Sales' })).toBeNull()
  })

  it('has names in place of the ids in its details (OPEN-186)', () => {
    const details = {
      access_type: 'modify',
      user_id: 7,
      data_source_id: 1,
      data_source_name: 'Warehouse',
      query_id: 4,
      widget_id: 9,
    }
    const objects = [
      { type: 'user' as const, id: '7', name: 'Ada' },
      { type: 'query' as const, id: '4', name: null },
    ]
    expect(detailLines({ details, objects })).toEqual([
      { name: 'access type', value: 'modify' },
      { name: 'user', value: 'Ada' },
      { name: 'data source', value: 'Warehouse' },
      { name: 'query', value: 'Query 4 (deleted)' },
      { name: 'widget id', value: '9' },
    ])
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
