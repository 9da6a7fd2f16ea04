import type { DataSource } from '@sightline/contract/data-sources.ts'
import { describe, expect, it } from 'vitest'
import { offeredSources } from './rights.ts'

const source = (id: number, view_only: boolean): DataSource => ({
  id,
  name: `Source ${id}`,
  type: 'pg',
  syntax: 'sql',
  paused: 0,
  pause_reason: null,
  supports_auto_limit: true,
  view_only,
  dialect: 'postgresql',
  is_sample: false,
})

describe('the data source picker', () => {
  const sources = [source(1, false), source(2, true), source(3, true)]
  const offered = (usedId: number | null) => offeredSources(sources, usedId).map((each) => each.id)

  it('EDIT-02 hides view-only data sources unless the query already uses one', () => {
    expect(offered(null)).toEqual([1])
    expect(offered(3)).toEqual([1, 3])
  })
})
