import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { printed } from './report.ts'

/** Enough for each kind of caller to reach all endpoints; takes about 40 seconds on an idle machine. */
const REQUESTS = 4000
const LIMIT_MS = 240_000

describe('the server under random calls', () => {
  it('responds to every valid and hostile call without a 5xx', { timeout: LIMIT_MS }, async () => {
    const failures: string[] = []
    const report = await fuzz({
      seed: 1,
      requests: REQUESTS,
      databaseUrl: null,
      only: null,
      onFailure: (failure) => failures.push(printed(failure)),
      onProgress: () => {},
    })
    expect(failures).toEqual([])
    // Every caller must have some successful calls; otherwise the run would test only refusals.
    for (const caller of ['admin', 'member', 'outsider', 'query key', 'dashboard token'])
      expect([caller, report.counts.get(caller)?.get('200') ?? 0]).toEqual([caller, expect.toSatisfy((n: number) => n > 5)])
  })
})
