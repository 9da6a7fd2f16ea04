import { describe, expect, it } from 'vitest'
import { consequencesOf, testFailure } from './DataSourcePage.tsx'

const none = { queries: 0, scheduled: 0, dashboards: 0, results: 0 }

describe('the consequences of deleting a data source', () => {
  it('list what depends on it', () => {
    expect(consequencesOf({ queries: 12, scheduled: 3, dashboards: 1, results: 1204 })).toBe(
      '12 queries use it, 3 of them on a schedule, shown on 1 dashboard. They remain but can no longer run. ' +
        '1,204 stored results will be deleted.',
    )
    expect(consequencesOf({ ...none, queries: 1 })).toBe('1 query uses it. They remain but can no longer run.')
    expect(consequencesOf({ ...none, results: 1 })).toBe('1 stored result will be deleted.')
  })

  it('are general if dependents are unknown, and none if there are none', () => {
    expect(consequencesOf(none)).toBe('No query uses it.')
    expect(consequencesOf(null)).toBe('Its queries remain but can no longer run.')
  })
})

const UNKNOWN = 'Unknown error occurred while performing connection test. Please try again later.'

describe('the response to a connection test', () => {
  it('is a success with ok', () => {
    expect(testFailure({ ok: true, message: 'success' })).toBeNull()
  })

  it('contains the message of a failure', () => {
    expect(testFailure({ ok: false, message: 'no route to host' })).toBe('no route to host')
    expect(testFailure({ ok: false, message: '' })).toBe(UNKNOWN)
  })

  it('is a failure without ok (DS-25)', () => {
    expect(testFailure({ message: 'success' })).toBe(UNKNOWN)
    expect(testFailure(undefined)).toBe(UNKNOWN)
  })
})
