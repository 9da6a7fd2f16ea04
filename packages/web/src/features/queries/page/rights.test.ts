import type { DataSource } from '@sightline/contract/data-sources.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { offeredSources, rightsOf } from './rights.ts'

const source = (id: number, view_only: boolean): DataSource => ({
  id,
  name: `Source ${id}`,
  type: 'pg',
  type_name: 'PostgreSQL',
  type_logo: '',
  syntax: 'sql',
  paused: 0,
  pause_reason: null,
  supports_auto_limit: true,
  view_only,
  dialect: 'postgresql',
  language: 'postgresql',
  is_sample: false,
})

describe('the data source picker', () => {
  const sources = [source(1, false), source(2, true), source(3, true)]
  const offered = (usedId: number | null) => offeredSources(sources, usedId).map((each) => each.id)

  it('hides view-only data sources unless the query already uses one (EDIT-02)', () => {
    expect(offered(null)).toEqual([1])
    expect(offered(3)).toEqual([1, 3])
  })
})

describe('the rights of a user on a query', () => {
  const user = (id: number) => ({
    id,
    name: `User ${id}`,
    email: `${id}@example.com`,
    profile_image_url: '',
    groups: [2],
    permissions: [...defaultPermissions],
  })
  const query = (can_edit: boolean, is_archived = false): Query => ({
    id: 5,
    latest_query_data_id: null,
    name: 'Revenue',
    description: null,
    query: 'select 1',
    query_hash: '',
    schedule: null,
    schedule_failures: 0,
    scheduled_at: null,
    api_key: null,
    is_archived,
    is_draft: true,
    updated_at: '',
    created_at: '',
    data_source_id: 1,
    options: {},
    version: 1,
    tags: [],
    is_safe: true,
    runtime: null,
    retrieved_at: null,
    user: {
      ...user(1),
      updated_at: '',
      created_at: '',
      disabled_at: null,
      is_disabled: false,
      active_at: null,
      is_invitation_pending: false,
      is_email_verified: true,
      auth_type: 'password',
    },
    last_modified_by: null,
    visualizations: [],
    can_edit,
  })

  it('include editing, but not ownership, for users who were granted modify access', () => {
    expect(rightsOf(user(2), query(true), source(1, false))).toMatchObject({ mayEdit: true, isOwner: false })
    expect(rightsOf(user(3), query(false), source(1, false))).toMatchObject({ mayEdit: false, isOwner: false })
    expect(rightsOf(user(1), query(true), source(1, false))).toMatchObject({ mayEdit: true, isOwner: true })
    expect(rightsOf(user(2), query(true, true), source(1, false))).toMatchObject({ mayEdit: false })
  })

  it('include scheduling only with the schedule_query permission and edit access (SCHED-16)', () => {
    const without = { ...user(2), permissions: defaultPermissions.filter((name) => name !== 'schedule_query') }
    expect(rightsOf(user(2), query(true), null)).toMatchObject({ maySchedule: true })
    expect(rightsOf(user(2), query(false), null)).toMatchObject({ maySchedule: false })
    expect(rightsOf(without, query(true), null)).toMatchObject({ mayEdit: true, maySchedule: false })
    expect(rightsOf(user(2), query(true, true), null)).toMatchObject({ maySchedule: false })
    expect(rightsOf(user(2), null, null)).toMatchObject({ mayEdit: true, maySchedule: false })
  })
})
