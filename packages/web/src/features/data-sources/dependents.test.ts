import { describe, expect, it } from 'vitest'
import { whatFollows } from './dependents.ts'

const none = { queries: 0, scheduled: 0, dashboards: 0, results: 0 }

describe('what follows when a data source is deleted', () => {
  it('is told with what depends on it', () => {
    expect(whatFollows({ queries: 12, scheduled: 3, dashboards: 1, results: 1204 })).toBe(
      '12 queries use it, 3 of them on a schedule, shown on 1 dashboard. They remain, but cannot run any more. ' +
        '1,204 stored results are deleted with it.',
    )
    expect(whatFollows({ ...none, queries: 1 })).toBe('1 query uses it. They remain, but cannot run any more.')
    expect(whatFollows({ ...none, results: 1 })).toBe('1 stored result is deleted with it.')
  })

  it('is nothing where nothing does, and general where it is not known', () => {
    expect(whatFollows(none)).toBe('No query uses it.')
    expect(whatFollows(null)).toBe('Its queries remain, but cannot run any more.')
  })
})
