import { describe, expect, it } from 'vitest'
import { runName } from './outcome-text.ts'
import { parseRunHistorySearch } from './run-history-search.ts'

describe('the URL of the run history', () => {
  it('keeps filters that are valid and drops the others (OPEN-235)', () => {
    expect(parseRunHistorySearch({ q: 'sales', status: 'failed', data_source_id: '3', page: '2' })).toMatchObject({
      q: 'sales',
      status: 'failed',
      data_source_id: 3,
      page: 2,
    })
    expect(parseRunHistorySearch({ status: 'odd', data_source_id: 'x' })).toMatchObject({
      status: undefined,
      data_source_id: undefined,
    })
  })
})

describe('the name of a run', () => {
  it('is its query, and says if the data source is no longer accessible (OPEN-235)', () => {
    const data_source = { id: 1, name: 'Shop' }
    expect(runName({ query: { id: 2, name: 'Sales', parameters: [] }, data_source })).toBe('Sales')
    expect(runName({ query: null, data_source })).toBe('Unsaved query')
    expect(runName({ query: null, data_source: null })).toBe('No longer accessible')
  })
})
