import type { Permission } from '@sightline/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { can, readsQueryText } from './can.ts'
import { isViewOnly, sourceAccess, type Viewer } from './source-access.ts'

const user = (id: number, groupIds: number[], permissions: Permission[] = ['view_query', 'execute_query']): Viewer => ({
  kind: 'user',
  id,
  groupIds,
  permissions: new Set(permissions),
})
const admin = user(9, [], ['admin'])
const key: Viewer = { kind: 'key', queryId: 5, groupIds: [1], permissions: new Set<Permission>(['view_query']) }
const nobody: Viewer = { kind: 'nobody', permissions: new Set() }
const full = [{ group_id: 1, view_only: false }]
const viewOnly = [{ group_id: 1, view_only: true }]

describe('access to a data source', () => {
  it('PERM-10 is view-only through view-only groups, and full as soon as one group has full access', () => {
    expect(sourceAccess(user(1, [1]), viewOnly)).toBe('view')
    expect(sourceAccess(user(1, [1, 2]), [...viewOnly, { group_id: 2, view_only: false }])).toBe('full')
    expect(sourceAccess(user(1, [3]), full)).toBe('none')
  })

  it('is full for admins, also without a source', () => {
    expect(sourceAccess(admin, [])).toBe('full')
    expect(sourceAccess(admin, null)).toBe('full')
    expect(sourceAccess(user(1, [1]), null)).toBe('none')
  })

  it('is written as view_only for those who share no group', () => {
    expect(isViewOnly([], full)).toBe(true)
    expect(isViewOnly([1], full)).toBe(false)
    expect(isViewOnly([1], viewOnly)).toBe(true)
  })
})

describe('what a viewer may do', () => {
  const query = { id: 5, user_id: 1, is_safe: true, shares: full }

  it('PERM-04 edits an own item, and as admin any', () => {
    expect(can(user(1, [1]), 'query.edit', query)).toBe(true)
    expect(can(user(2, [1]), 'query.edit', query)).toBe(false)
    expect(can(admin, 'query.edit', query)).toBe(true)
    expect(can(key, 'query.edit', query)).toBe(false)
  })

  it('changes the text of an own query only with full access to its source', () => {
    expect(can(user(1, [1]), 'query.editText', query)).toBe(true)
    expect(can(user(1, [1]), 'query.editText', { ...query, shares: viewOnly })).toBe(false)
  })

  it('EXEC-03 runs a safe query even without execute_query', () => {
    expect(can(user(2, [1], ['view_query']), 'query.run', { ...query, shares: viewOnly })).toBe(true)
  })

  it('EXEC-04 runs an unsafe query only with execute_query and a source that is not view-only', () => {
    const unsafe = { ...query, is_safe: false }
    expect(can(user(2, [1]), 'query.run', unsafe)).toBe(true)
    expect(can(user(2, [1], ['view_query']), 'query.run', unsafe)).toBe(false)
    expect(can(user(2, [1]), 'query.run', { ...unsafe, shares: viewOnly })).toBe(false)
    expect(can(key, 'query.run', unsafe)).toBe(false)
  })

  it('opens with a key the one query it belongs to', () => {
    expect(can(key, 'query.view', query)).toBe(true)
    expect(can(key, 'query.view', { ...query, id: 6 })).toBe(false)
    expect(can(nobody, 'query.view', query)).toBe(false)
  })

  it('cancels executions it was handed, as admin any, with a key those of its query', () => {
    const execution = { user_ids: [1], query_ids: [5] }
    expect(can(user(1, []), 'execution.cancel', execution)).toBe(true)
    expect(can(user(2, []), 'execution.cancel', execution)).toBe(false)
    expect(can(admin, 'execution.cancel', execution)).toBe(true)
    expect(can(key, 'execution.cancel', execution)).toBe(true)
    expect(can(key, 'execution.view', { ...execution, query_ids: [] })).toBe(false)
  })

  it('reads query text with view_source, never with a key', () => {
    expect(readsQueryText(user(1, [], ['view_source']))).toBe(true)
    expect(readsQueryText(user(1, []))).toBe(false)
    expect(readsQueryText(key)).toBe(false)
  })
})
