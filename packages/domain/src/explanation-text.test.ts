import type { Explanation, SlotHolder } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { explanationText } from './explanation-text.ts'

const known = (fields: Partial<Explanation>): Explanation => ({
  waits_for: null,
  ahead: 0,
  source: 'Warehouse',
  slots: null,
  holders: [],
  usual_runtime: null,
  database: null,
  ...fields,
})
const holder = (fields: Partial<SlotHolder> = {}): SlotHolder => ({
  user: 'Ann',
  query: { id: 5, name: 'Orders by day' },
  scheduled: false,
  since: '2026-05-01T09:59:00Z',
  elapsed: 60_000,
  ...fields,
})
const lineOf = (fields: Partial<Explanation>) => explanationText(known(fields)).line

describe('the explanation of a waiting run', () => {
  it('has its place in the queue, the holder of the slot and for how long it has held it (OPEN-552)', () => {
    expect(lineOf({ waits_for: 'source', slots: 2, ahead: 2, holders: [holder()] })).toBe(
      '2 ahead of you; Ann’s “Orders by day” has held one of the 2 slots of Warehouse for 1 min',
    )
    expect(lineOf({ waits_for: 'source', slots: 1, source: null, holders: [holder({ query: null })] })).toBe(
      'A query of Ann has held the only slot of its data source for 1 min',
    )
    expect(lineOf({ waits_for: 'worker', holders: [holder({ elapsed: 7_500_000 })] })).toBe(
      'Ann’s “Orders by day” has held a worker for 2 h 5 min',
    )
    expect(lineOf({ waits_for: 'worker' })).toBe('No worker has taken it yet')
  })

  it('continues in lower case after the place, except for names', () => {
    const line = (fields: Partial<SlotHolder>) => lineOf({ waits_for: 'worker', ahead: 5, holders: [holder(fields)] })
    expect(line({ query: null })).toBe('5 ahead of you; a query of Ann has held a worker for 1 min')
    expect(line({ scheduled: true })).toMatch(/^5 ahead of you; the scheduled run of /)
    expect(line({ user: null, query: null })).toMatch(/^5 ahead of you; another query has/)
    expect(line({ user: 'The Who' })).toMatch(/^5 ahead of you; The Who’s /)
    expect(lineOf({ waits_for: 'worker', ahead: 5 })).toBe('5 ahead of you; no worker has taken it yet')
  })

  it.each([
    [{ scheduled: true }, 'The scheduled run of “Orders by day” has held a worker for 1 min'],
    [{ scheduled: true, query: null }, 'A scheduled query has held a worker for 1 min'],
    [{ user: null }, '“Orders by day” has held a worker for 1 min'],
    [{ user: null, query: null }, 'Another query has held a worker for 1 min'],
  ])('names only a holder that the user may know: %o', (fields, line) => {
    expect(lineOf({ waits_for: 'worker', holders: [holder(fields)] })).toBe(line)
  })

  it('has details: other running queries, and how long the run will take', () => {
    const holders = [holder(), holder({ user: 'Bob', elapsed: 12_000 })]
    expect(explanationText(known({ waits_for: 'worker', holders: [holder(), holder({ query: null })] })).details).toEqual([
      'A query of Ann has been running for 1 min',
    ])
    expect(explanationText(known({ waits_for: 'worker', holders, usual_runtime: 12.4 })).details).toEqual([
      'Bob’s “Orders by day” has been running for 12 s',
      'Usually takes 12 s once it runs',
    ])
  })
})

describe('the explanation of a slow run', () => {
  it('has the usual duration, and what the database waits for', () => {
    expect(lineOf({ usual_runtime: 12 })).toBe('Usually takes 12 s')
    expect(lineOf({ usual_runtime: 0.02, database: 'The database is computing.' })).toBe(
      'Usually takes 0.1 s · The database is computing',
    )
    expect(lineOf({ database: 'The database waits for a lock held by reporting@10.0.0.5.' })).toBe(
      'The database waits for a lock held by reporting@10.0.0.5',
    )
    expect(lineOf({})).toBe('')
  })
})
