import type { Permission } from '@sightline/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { can, canReadQueryText, isViewOnly, sourceAccess, type Viewer } from './can.ts'

const user = (id: number, groupIds: number[], permissions: Permission[] = ['view_query', 'execute_query']): Viewer => ({
  kind: 'user',
  id,
  groupIds,
  permissions: new Set(permissions),
})
const admin = user(9, [], ['admin'])
const key: Viewer = { kind: 'key', queryId: 5, groupIds: [1], permissions: new Set<Permission>(['view_query']) }
const token: Viewer = { kind: 'token', queryIds: [5, 6], groupIds: [], permissions: new Set<Permission>(['view_query']) }
const nobody: Viewer = { kind: 'nobody', permissions: new Set() }
const full = [{ group_id: 1, view_only: false }]
const viewOnly = [{ group_id: 1, view_only: true }]

describe('access to a data source', () => {
  it('is view-only through view-only groups, and full if at least one group has full access (PERM-10)', () => {
    expect(sourceAccess(user(1, [1]), viewOnly)).toBe('view')
    expect(sourceAccess(user(1, [1, 2]), [...viewOnly, { group_id: 2, view_only: false }])).toBe('full')
    expect(sourceAccess(user(1, [3]), full)).toBe('none')
  })

  it('is full for admins, even without a data source', () => {
    expect(sourceAccess(admin, [])).toBe('full')
    expect(sourceAccess(admin, null)).toBe('full')
    expect(sourceAccess(user(1, [1]), null)).toBe('none')
  })

  it('is returned as view_only for users without a common group', () => {
    expect(isViewOnly([], full)).toBe(true)
    expect(isViewOnly([1], full)).toBe(false)
    expect(isViewOnly([1], viewOnly)).toBe(true)
  })
})

describe('a viewer', () => {
  const query = { id: 5, user_id: 1, editor_ids: [3], is_safe: true, shares: full }

  it('may edit their own items, and as admin any item (PERM-04)', () => {
    expect(can(user(1, [1]), 'query.edit', query)).toBe(true)
    expect(can(user(2, [1]), 'query.edit', query)).toBe(false)
    expect(can(admin, 'query.edit', query)).toBe(true)
    expect(can(key, 'query.edit', query)).toBe(false)
  })

  it('with a modify grant may edit the content of a query, and nothing else of it (PERM-06, OPEN-109)', () => {
    const grantee = user(3, [1])
    expect(can(grantee, 'query.edit', query)).toBe(true)
    expect(can(grantee, 'query.editText', query)).toBe(true)
    expect(can(user(4, [1]), 'query.edit', query)).toBe(false)
    const ofOwners = ['publish', 'tag', 'changeSource', 'archive', 'seeKey', 'regenerateKey'] as const
    for (const action of ofOwners) expect(can(grantee, `query.${action}`, query), action).toBe(false)
    expect(can(grantee, 'acl.change', query)).toBe(false)
    expect(can(key, 'query.edit', { ...query, editor_ids: [5] })).toBe(false)
  })

  it('with a grant gets no further access to a data source', () => {
    expect(can(user(3, [1]), 'query.editText', { ...query, shares: viewOnly })).toBe(false)
    expect(can(user(3, [2]), 'query.view', query)).toBe(false)
  })

  it('may edit a dashboard as owner, as admin or with a grant (PERM-07)', () => {
    const dashboard = { user_id: 1, editor_ids: [3] }
    const mayEdit = [user(1, []), admin, user(3, []), user(4, []), key, nobody].map((viewer) =>
      can(viewer, 'dashboard.edit', dashboard),
    )
    expect(mayEdit).toEqual([true, true, true, false, false, false])
  })

  it('may change access lists as owner or admin', () => {
    const mayChange = [user(1, []), admin, user(3, []), key, nobody].map((viewer) => can(viewer, 'acl.change', query))
    expect(mayChange).toEqual([true, true, false, false, false])
  })

  it('may change only their own comments, and delete them, as admin any, and as owner those of their dashboard (OPEN-263)', () => {
    const comment = { user_id: 1, dashboard_owner_id: 2 }
    const people = [user(1, []), user(2, []), user(3, []), admin, key, nobody]
    expect(people.map((viewer) => can(viewer, 'comment.edit', comment))).toEqual([true, false, false, false, false, false])
    expect(people.map((viewer) => can(viewer, 'comment.delete', comment))).toEqual([true, true, false, true, false, false])
  })

  it('may change the text of their own query only with full access to its data source', () => {
    expect(can(user(1, [1]), 'query.editText', query)).toBe(true)
    expect(can(user(1, [1]), 'query.editText', { ...query, shares: viewOnly })).toBe(false)
  })

  it('may run a safe query even without execute_query (EXEC-03)', () => {
    expect(can(user(2, [1], ['view_query']), 'query.run', { ...query, shares: viewOnly })).toBe(true)
  })

  it('may run an unsafe query only with execute_query and full access to the data source (EXEC-04)', () => {
    const unsafe = { ...query, is_safe: false }
    expect(can(user(2, [1]), 'query.run', unsafe)).toBe(true)
    expect(can(user(2, [1], ['view_query']), 'query.run', unsafe)).toBe(false)
    expect(can(user(2, [1]), 'query.run', { ...unsafe, shares: viewOnly })).toBe(false)
    expect(can(key, 'query.run', unsafe)).toBe(false)
  })

  it('with an API key may open only the query that it belongs to', () => {
    expect(can(key, 'query.view', query)).toBe(true)
    expect(can(key, 'query.view', { ...query, id: 6 })).toBe(false)
    expect(can(nobody, 'query.view', query)).toBe(false)
  })

  it('may cancel their own executions, as admin any, and with an API key those of its query', () => {
    const execution = { user_ids: [1], query_ids: [5], shares: full }
    expect(can(user(1, []), 'execution.cancel', execution)).toBe(true)
    expect(can(user(2, []), 'execution.cancel', execution)).toBe(false)
    expect(can(admin, 'execution.cancel', execution)).toBe(true)
    expect(can(key, 'execution.cancel', execution)).toBe(true)
    expect(can(key, 'execution.view', { ...execution, query_ids: [] })).toBe(false)
  })

  it('may see an execution only with access to its data source, even their own, or as admin (PERM-22)', () => {
    const execution = { user_ids: [1], query_ids: [5], shares: viewOnly }
    const may = (viewer: Viewer, shares: typeof full | null = execution.shares) =>
      can(viewer, 'execution.view', { ...execution, shares })
    expect([may(user(1, [1], [])), may(user(2, [1])), may(admin), may(admin, null)]).toEqual([true, true, true, true])
    const refused = [may(user(1, [])), may(user(1, [1]), null), may(user(2, [])), may(user(2, [2])), may(user(2, [1], []))]
    expect([...refused, may(user(2, [1]), null), may(user(2, [1]), [])]).toEqual(Array.from({ length: 7 }, () => false))
  })

  it('may read a result with access to all of its data sources, with an API key only if there is one data source', () => {
    const other = [{ group_id: 2, view_only: true }]
    const both = { sources: [full, other] }
    expect([can(user(1, [1, 2]), 'result.view', both), can(user(9, [], ['admin', 'view_query']), 'result.view', both)]).toEqual(
      [true, true],
    )
    expect([can(user(1, [1]), 'result.view', both), can(user(1, [2]), 'result.view', both)]).toEqual([false, false])
    expect(can(user(1, [1]), 'result.view', { sources: [full, []] })).toBe(false)
    expect(can(user(1, [1]), 'result.view', { sources: [] })).toBe(false)
    expect(can(user(1, [1], []), 'result.view', { sources: [full] })).toBe(false)
    expect([can(key, 'result.view', { sources: [full] }), can(key, 'result.view', { sources: [full, full] })]).toEqual([
      true,
      false,
    ])
  })

  it('may read query text with view_source, but never with an API key', () => {
    expect(canReadQueryText(user(1, [], ['view_source']))).toBe(true)
    expect(canReadQueryText(user(1, []))).toBe(false)
    expect(canReadQueryText(key)).toBe(false)
  })

  it('with a public URL may see the content of the dashboard, and nothing else (PERM-09, SHARE-18)', () => {
    expect(can(token, 'query.view', query)).toBe(true)
    expect(can(token, 'query.run', { ...query, id: 6 })).toBe(true)
    expect(can(token, 'query.run', { ...query, is_safe: false })).toBe(false)
    expect(can(token, 'query.view', { ...query, id: 7 })).toBe(false)
    for (const action of ['source.view', 'source.use', 'query.fork', 'query.refresh'] as const)
      expect(can(token, action, query), action).toBe(false)
    expect(can(token, 'result.view', { sources: [full] })).toBe(false)
    const execution = { user_ids: [], query_ids: [6], shares: full }
    expect(can(token, 'execution.view', execution)).toBe(true)
    expect(can(token, 'execution.view', { ...execution, query_ids: [7] })).toBe(false)
    expect(can(token, 'execution.cancel', execution)).toBe(false)
    expect(canReadQueryText(token)).toBe(false)
  })

  it('may publish, tag, archive and share a dashboard only as its owner or admin (PERM-26, OPEN-105, OPEN-109)', () => {
    const dashboard = { user_id: 1, editor_ids: [3] }
    for (const action of ['publish', 'tag', 'archive', 'share'] as const) {
      const may = [user(1, []), admin, user(3, []), key, token].map((viewer) => can(viewer, `dashboard.${action}`, dashboard))
      expect(may, action).toEqual([true, true, false, false, false])
    }
  })
})

describe('a viewer of users and groups', () => {
  const may = (action: 'view' | 'change' | 'changeGroups' | 'disable' | 'delete', by: Viewer, id: number) =>
    can(by, `user.${action}`, { id })
  const lister = user(2, [], ['list_users'])

  it('may see others with list_users, and always themselves', () => {
    expect([user(1, [], []), lister, key, token, nobody].map((viewer) => may('view', viewer, 1))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(may('view', user(1, [], []), 3)).toBe(false)
  })

  it('may change themselves, and as admin anyone', () => {
    expect([user(1, []), lister, admin, key].map((viewer) => may('change', viewer, 1))).toEqual([true, false, true, false])
  })

  it('may change groups, disable and delete as admin, but never themselves', () => {
    for (const action of ['changeGroups', 'disable', 'delete'] as const) {
      expect(may(action, admin, 1), action).toBe(true)
      expect(may(action, admin, 9), action).toBe(false)
      expect(may(action, user(1, []), 1), action).toBe(false)
    }
  })

  it('may see a group as its member, and as admin any group', () => {
    expect([user(1, [5]), user(1, [6]), admin, key].map((viewer) => can(viewer, 'group.view', { id: 5 }))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})

describe('an API key or a token with the permissions of an admin', () => {
  const permissions = new Set<Permission>(['admin', 'execute_query', 'list_users', 'view_source'])
  const strong: [string, Viewer][] = [
    ['key', { kind: 'key', queryId: 5, groupIds: [1], permissions }],
    ['token', { kind: 'token', queryIds: [5], groupIds: [1], permissions }],
    ['nobody', { kind: 'nobody', permissions }],
  ]
  const query = { id: 5, user_id: 1, editor_ids: [3], is_safe: false, shares: full }

  it.each(strong)('still cannot change anything that belongs to a user: %s', (_, viewer) => {
    for (const action of ['edit', 'editText', 'publish', 'fork', 'refresh', 'makePublic', 'run'] as const)
      expect(can(viewer, `query.${action}`, query), action).toBe(false)
    for (const action of ['changeGroups', 'disable', 'delete', 'view'] as const)
      expect(can(viewer, `user.${action}`, { id: 1 }), action).toBe(false)
    expect(canReadQueryText(viewer)).toBe(false)
  })

  it.each(strong)('still cannot cancel or see executions of other queries: %s', (_, viewer) => {
    const execution = { user_ids: [1], query_ids: [7], shares: full }
    expect(can(viewer, 'execution.cancel', execution)).toBe(false)
    expect(can(viewer, 'execution.view', execution)).toBe(false)
  })
})

describe('a caller without an API key, a token or a session', () => {
  it('cannot see or cancel an execution, or read a result', () => {
    const execution = { user_ids: [1], query_ids: [5], shares: full }
    expect(can(nobody, 'execution.view', execution)).toBe(false)
    expect(can(nobody, 'execution.cancel', execution)).toBe(false)
    expect(can(nobody, 'result.view', { sources: [full] })).toBe(false)
  })
})

describe('a user with execute_query and without further permissions', () => {
  it('may read the results of data sources that are shared with them', () => {
    expect(can(user(1, [1], ['execute_query']), 'result.view', { sources: [full] })).toBe(true)
    expect(can(user(1, [2], ['execute_query']), 'result.view', { sources: [full] })).toBe(false)
  })
})
