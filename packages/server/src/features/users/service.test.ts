import { adminPermissions, defaultPermissions, permissions } from '@sightline/contract/permissions.ts'
import { expect, it } from 'vitest'
import { effectivePermissions } from './service.ts'

it('PERM-01 are the union of the lists of all groups', () => {
  expect([...effectivePermissions([['view_query', 'list_users'], ['view_query', 'create_query'], []])]).toEqual([
    'create_query',
    'view_query',
    'list_users',
  ])
})

it('PERM-02 have known names, and other names grant nothing', () => {
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

it('OPEN-28 of the built-in groups are these', () => {
  const of = 'create_dashboard create_query edit_dashboard edit_query view_query view_source execute_query list_users'
  const more = 'schedule_query list_dashboards list_alerts list_data_sources'
  expect(defaultPermissions).toEqual(`${of} ${more}`.split(' '))
  expect(adminPermissions).toEqual(['admin', 'super_admin'])
})

it('OPEN-29 of an admin hold all of the group default, but super_admin only when granted', () => {
  expect(effectivePermissions([['admin']])).toEqual(new Set(['admin', ...defaultPermissions]))
  expect(effectivePermissions([adminPermissions])).toEqual(new Set(permissions))
})
