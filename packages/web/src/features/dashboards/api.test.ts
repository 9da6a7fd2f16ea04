import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/error.ts'
import { dashboardQuery, isWorthRetrying } from './api.ts'
import { isEditRequested, parseDashboardSearch } from './search-params.ts'

const failed = (status: number) => new ApiError(status, null, 'no', null)

describe('loading a dashboard', () => {
  it('retries once a second while the server fails (DASH-56, OPEN-102)', () => {
    expect([500, 502, 503].map(failed).map(isWorthRetrying)).toEqual([true, true, true])
    expect(dashboardQuery('sales').retryDelay).toBe(1000)
  })

  it('does not retry after any other failure (DASH-57)', () => {
    expect([0, 400, 403, 404].map(failed).map(isWorthRetrying)).toEqual([false, false, false, false])
    expect(isWorthRetrying(new TypeError('no'))).toBe(false)
  })
})

describe('the query string of a dashboard', () => {
  it('says whether it is edited, refreshed and in fullscreen, and keeps all other names (DASH-18, DASH-19, DASH-21)', () => {
    const search = parseDashboardSearch({ edit: 'true', refresh: '60', fullscreen: '', p_region: ['a', 'b'] })
    expect(search).toEqual({ edit: 'true', refresh: '60', fullscreen: '', p_region: ['a', 'b'] })
    expect(isEditRequested(search)).toBe(true)
    expect(isEditRequested(parseDashboardSearch({ edit: 'false' }))).toBe(false)
    expect(isEditRequested(parseDashboardSearch({}))).toBe(false)
  })
})
