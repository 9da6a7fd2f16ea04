import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { settingsEntries } from './settings-entries.ts'

const labels = (...permissions: Parameters<typeof settingsEntries>[0][number][]) =>
  settingsEntries(permissions).map(({ label }) => label)

describe('the sidebar of administration', () => {
  it('has the pages that somebody may open, in one order', () => {
    expect(labels('admin', ...defaultPermissions)).toEqual([
      'Data Sources',
      'Users',
      'Groups',
      'Settings',
      'Audit Log',
      'Account',
    ])
    expect(labels(...defaultPermissions)).toEqual(['Users', 'Groups', 'Account'])
    expect(labels('admin')).toEqual(['Data Sources', 'Settings', 'Audit Log', 'Account'])
  })

  it('leaves to everybody their own account', () => {
    expect(labels()).toEqual(['Account'])
  })
})
