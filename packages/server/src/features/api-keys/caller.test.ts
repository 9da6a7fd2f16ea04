import { expect, it } from 'vitest'
import type { UserViewer } from '../../platform/context.ts'
import { isValid, limitedTo } from './caller.ts'

const admin: UserViewer = {
  kind: 'user',
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  language: null,
  groupIds: [1, 2],
  permissions: new Set(['admin', 'super_admin', 'view_query']),
  keyScopes: null,
}

it('takes the admin rights from a key without the scope administer, and leaves the groups (OPEN-306)', () => {
  const limited = limitedTo(admin, ['read', 'edit'])
  expect([...limited.permissions]).toEqual(['view_query'])
  expect(limited.groupIds).toEqual([1, 2])
  expect(limitedTo(admin, ['administer']).permissions).toEqual(admin.permissions)
})

it('ends a key at its expiry, and a revoked one before it (OPEN-307)', () => {
  const now = new Date('2026-05-31T08:00:00Z')
  expect(isValid({ expires_at: null, revoked_at: null }, now)).toBe(true)
  expect(isValid({ expires_at: new Date(now.getTime() + 1), revoked_at: null }, now)).toBe(true)
  expect(isValid({ expires_at: now, revoked_at: null }, now)).toBe(false)
  expect(isValid({ expires_at: null, revoked_at: now }, now)).toBe(false)
})
