import { describe, expect, it } from 'vitest'
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
