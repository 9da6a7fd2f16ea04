import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { CurrentUser } from '@sightline/contract/session.ts'
import { describe, expect, it } from 'vitest'
import { dashboardRights, isPublic } from './rights.ts'

const user: CurrentUser = { id: 1, name: 'Ada', email: 'ada@example.com', profile_image_url: '', groups: [], permissions: [] }
const dashboard = (fields: Partial<Dashboard>): Dashboard => ({
  id: 5,
  slug: 'sales',
  name: 'Sales',
  user_id: 2,
  user: { id: 2, name: 'Bob', email: 'bob@example.com', profile_image_url: '' },
  layout: [],
  dashboard_filters_enabled: false,
  widgets: [],
  options: {},
  is_archived: false,
  is_draft: false,
  tags: [],
  updated_at: '',
  created_at: '',
  version: 1,
  is_favorite: false,
  can_edit: false,
  ...fields,
})

describe('sharing a dashboard', () => {
  const shared = { public_url: 'https://example.com/public/dashboards/token' }

  it('is on if the dashboard has a public URL (DASH-62)', () => {
    expect(isPublic(dashboard(shared))).toBe(true)
    expect(isPublic(dashboard({}))).toBe(false)
  })

  it('is shown to those who may edit the dashboard, and to everyone once it is on', () => {
    const sees = (fields: Partial<Dashboard>) => dashboardRights(user, dashboard(fields)).maySeeSharing
    expect([sees({ can_edit: true }), sees({}), sees(shared)]).toEqual([true, false, true])
    expect([sees({ can_edit: true, is_archived: true }), sees({ ...shared, is_archived: true })]).toEqual([false, false])
  })
})
