import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { ADD_HASH, selectedTab, tabsOf, withDraft } from './visualization-tabs.ts'

const at = '2026-01-01T00:00:00Z'
const visualization = (id: number, type: string) => ({
  id,
  type,
  name: `${type} ${id}`,
  description: null,
  options: {},
  query_id: 1,
  created_at: at,
  updated_at: at,
})
const user = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  profile_image_url: '',
  groups: [],
  updated_at: at,
  created_at: at,
  disabled_at: null,
  is_disabled: false,
  active_at: null,
  is_invitation_pending: false,
  is_email_verified: true,
  auth_type: 'password' as const,
}
const query = (...visualizations: Query['visualizations']): Query => ({
  id: 1,
  latest_query_data_id: null,
  name: 'Delays',
  description: null,
  query: 'SELECT 1',
  query_hash: '',
  schedule: null,
  schedule_failures: 0,
  scheduled_at: null,
  api_key: null,
  is_archived: false,
  is_draft: true,
  updated_at: at,
  created_at: at,
  data_source_id: 1,
  options: {},
  version: 1,
  tags: [],
  is_safe: true,
  runtime: null,
  retrieved_at: null,
  user,
  last_modified_by: null,
  visualizations,
})

describe('the tabs of a result', () => {
  it('are a single table if no visualization is stored (OPEN-14, QPAGE-28)', () => {
    expect(tabsOf(null).map((tab) => tab.visualization)).toEqual([{ type: 'TABLE', name: 'Table', options: {} }])
    expect(tabsOf(query())).toHaveLength(1)
  })

  it('can be removed, except the first table (QPAGE-30)', () => {
    const tabs = tabsOf(query(visualization(9, 'TABLE'), visualization(4, 'TABLE'), visualization(7, 'CHART')))
    expect(tabs.map(({ id, isRemovable }) => [id, isRemovable])).toEqual([
      [4, false],
      [7, true],
      [9, true],
    ])
  })

  it('are selected by the hash of the URL (QPAGE-05)', () => {
    const tabs = tabsOf(query(visualization(4, 'TABLE'), visualization(7, 'CHART')))
    expect(selectedTab(tabs, '7').id).toBe(7)
    expect(selectedTab(tabs, '').id).toBe(4)
    expect(selectedTab(tabs, '999').id).toBe(4)
  })
})

describe('the tabs while a visualization is edited', () => {
  const stored = tabsOf(query(visualization(4, 'TABLE'), visualization(7, 'CHART')))
  const draft = { type: 'PIVOT', name: 'Draft', options: {} }

  it('show the draft in the tab of its visualization (OPEN-248)', () => {
    const { tabs, tab } = withDraft(stored, selectedTab(stored, '7'), { draft, isNew: false })
    expect(tab).toMatchObject({ id: 7, hash: '7', visualization: draft })
    expect(tabs.map(({ visualization: { name } }) => name)).toEqual(['TABLE 4', 'Draft'])
  })

  it('have one more for a new visualization, which cannot be removed (OPEN-248)', () => {
    const { tabs, tab } = withDraft(stored, selectedTab(stored, ADD_HASH), { draft, isNew: true })
    expect(tab).toMatchObject({ id: null, hash: ADD_HASH, isRemovable: false })
    expect(tabs.map(({ visualization: { name } }) => name)).toEqual(['TABLE 4', 'CHART 7', 'Draft'])
  })
})
