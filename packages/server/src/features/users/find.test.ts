import { adminPermissions, defaultPermissions, permissions } from '@sightline/contract/permissions.ts'
import { expect, it } from 'vitest'
import { effectivePermissions } from './find.ts'

it('are the union of the lists of all groups (PERM-01)', () => {
  expect([...effectivePermissions([['view_query', 'list_users'], ['view_query', 'create_query'], []])]).toEqual([
    'create_query',
    'view_query',
    'list_users',
  ])
})

it('ignore unknown names (PERM-02)', () => {
  const known = [
    'admin',
    'super_admin',
    'view_query',
    'create_query',
    'edit_query',
    'execute_query',
    'schedule_query',
    'view_source',
  ]
  const lists = ['list_alerts', 'list_users', 'list_dashboards', 'create_dashboard']
  expect(permissions).toEqual(expect.arrayContaining([...known, ...lists]))
  expect([...effectivePermissions([['own_the_place', 'view_query']])]).toEqual(['view_query'])
})

it('of the built-in groups have the defaults of Redash (OPEN-28)', () => {
  const of = 'create_dashboard create_query edit_dashboard edit_query view_query view_source execute_query list_users'
  const more = 'schedule_query list_dashboards list_alerts list_data_sources'
  expect(defaultPermissions).toEqual(`${of} ${more}`.split(' '))
  expect(adminPermissions).toEqual(['admin', 'super_admin'])
})

it('of an admin include all of the group default, but super_admin only if granted (OPEN-29)', () => {
  expect(effectivePermissions([['admin']])).toEqual(new Set(['admin', ...defaultPermissions]))
  expect(effectivePermissions([adminPermissions])).toEqual(new Set(permissions))
})
