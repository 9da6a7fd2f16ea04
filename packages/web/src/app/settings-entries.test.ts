import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { currentEntry, settingsEntries } from './settings-entries.ts'

const labels = (...permissions: Parameters<typeof settingsEntries>[0][number][]) =>
  settingsEntries(permissions).map(({ label }) => label)

describe('the settings sidebar', () => {
  it('lists the pages of administrators in a fixed order, with Clean-up and Export and Import among them (ORG-02, OPEN-172)', () => {
    const own = ['Audit Log', 'Usage', 'System Status', 'Clean-up', 'Export and Import']
    const all = labels('admin', 'super_admin', ...defaultPermissions)
    expect(all.filter((label) => !own.includes(label))).toEqual([
      'Data Sources',
      'Users',
      'Groups',
      'Alert Destinations',
      'Query Snippets',
      'Settings',
      'Account',
    ])
    // Pages that Redash does not have come after the settings.
    expect(all.slice(5)).toEqual(['Settings', ...own, 'Account'])
  })

  it('lists only the pages that the user may open (ORG-02)', () => {
    expect(labels('list_users')).toEqual(['Users', 'Groups', 'Account'])
    expect(labels('create_query')).toEqual(['Query Snippets', 'Account'])
    expect(labels('admin')).toEqual(['Data Sources', 'Alert Destinations', 'Settings', 'Audit Log', 'Usage', 'Account'])
    expect(labels('super_admin')).toEqual(['System Status', 'Clean-up', 'Export and Import', 'Account'])
  })

  it('marks the entry that a page or a tab of it belongs to, and only the own account at its path (ORG-02)', () => {
    const marked = (path: string) => currentEntry(settingsEntries(['admin', 'super_admin', 'list_users']), path)?.label
    expect(['/users', '/users/7', '/users/me', '/sightline/users/me'].map(marked)).toEqual([
      'Users',
      'Users',
      'Account',
      'Account',
    ])
    expect(['/admin/status', '/admin/queries/tasks', '/admin/queries/outdated'].map(marked)).toEqual(
      Array.from({ length: 3 }, () => 'System Status'),
    )
    expect(['/admin/clean_up', '/queries', '/users_of'].map(marked)).toEqual(['Clean-up', undefined, undefined])
  })

  it('lists the own account for everybody', () => {
    expect(labels()).toEqual(['Account'])
  })
})
