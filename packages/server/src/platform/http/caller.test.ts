import { api } from '@sightline/contract/api.ts'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import { expect, it } from 'vitest'
import type { Viewer } from '../context.ts'
import { admit } from './caller.ts'

const user = (...permissions: Permission[]): Viewer => ({
  kind: 'user',
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  language: null,
  groupIds: [],
  permissions: new Set(permissions),
  keyScopes: null,
})
const key: Viewer = {
  kind: 'key',
  apiKey: 'k',
  queryId: 1,
  queryName: 'Sales',
  groupIds: [],
  permissions: new Set<Permission>(['view_query']),
}

function isAdmitted(endpoint: Endpoint, viewer: Viewer): boolean {
  try {
    admit(endpoint, viewer)
    return true
  } catch {
    return false
  }
}

it('lets admins alone create data sources, destinations and users (PERM-08)', () => {
  for (const { create } of [api.dataSources, api.destinations, api.users]) {
    expect(isAdmitted(create, user('admin')), create.path).toBe(true)
    expect(isAdmitted(create, user('create_query', 'list_users', 'super_admin')), create.path).toBe(false)
  }
})

it('lets every user create snippets and alerts, and no holder of a key (PERM-08)', () => {
  for (const { create } of [api.snippets, api.alerts]) {
    expect(isAdmitted(create, user()), create.path).toBe(true)
    expect(isAdmitted(create, key), create.path).toBe(false)
  }
})
