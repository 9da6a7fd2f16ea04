import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Permission } from '@sightline/contract/permissions.ts'
import { expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { Viewer } from '../../platform/context.ts'
import { presentEmbedded, presentListItem, presentPlain, presentRecent } from './present.ts'
import type { QueryListRow, QueryRow } from './store.ts'

const time = new Date('2024-05-01T10:00:00Z')
const owner: QueryRow['owner'] = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  password_hash: null,
  api_key: 'a',
  group_ids: [],
  profile_image_url: null,
  is_invitation_pending: false,
  is_email_verified: true,
  is_service_account: false,
  time_zone: null,
  week_start: null,
  language: null,
  mails_mentions: true,
  disabled_at: null,
  active_at: null,
  search_text: null,
  created_at: time,
  updated_at: time,
}
const query: QueryRow['query'] = {
  id: 7,
  name: 'Stock',
  description: null,
  query: 'select 1',
  query_hash: 'h',
  api_key: 'k',
  data_source_id: 3,
  latest_query_data_id: null,
  user_id: 1,
  last_modified_by_id: null,
  is_draft: false,
  is_archived: false,
  schedule: null,
  schedule_failures: 0,
  refresh_failure: null,
  scheduled_at: null,
  scheduled_execution_id: null,
  options: {},
  tags: [],
  is_sample: false,
  version: 1,
  created_at: time,
  updated_at: time,
}

it('every form of a query names its latest result to every reader (QPAGE-68)', () => {
  const config = readConfig({ SIGHTLINE_DATA_DIR: mkdtempSync(join(tmpdir(), 'sightline-config-')) })
  const permissions = new Set<Permission>(['view_query'])
  const viewers: Viewer[] = [
    { kind: 'user', id: 2, name: 'Bob', email: 'bob@example.com', language: null, groupIds: [], permissions, keyScopes: null },
    { kind: 'key', apiKey: 'k', queryId: 7, queryName: 'Sales', groupIds: [], permissions },
  ]
  for (const latest_query_data_id of [42, null])
    for (const viewer of viewers) {
      const rest = {
        owner,
        modifier: null,
        runtime: null,
        retrieved_at: null,
        last_run_at: null,
        starred_at: null,
        shares: [],
        editor_ids: [],
      }
      const row: QueryRow & Pick<QueryListRow, 'last_run_at'> = { query: { ...query, latest_query_data_id }, ...rest }
      const shown = [presentPlain, presentEmbedded, presentListItem].map((present) => present(row, { viewer, config }))
      for (const item of [...shown, presentRecent(row, viewer)]) expect(item.latest_query_data_id).toBe(latest_query_data_id)
    }
})
