import { describe, expect, it } from 'vitest'
import { onboardingSteps } from './onboarding.ts'

const nothing = { users: 1, alerts: 0, data_sources: 0, queries: 0, dashboards: 0 }
const done = (counters: Partial<typeof nothing>) =>
  onboardingSteps({ ...nothing, ...counters })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

describe('the checklist', () => {
  it('has nothing done on an empty account', () => {
    expect(done({})).toEqual([])
  })

  it('has the step of a kind done by an item of that kind, and by no other (HOME-12)', () => {
    expect(done({ data_sources: 1 })).toEqual(['data_source'])
    expect(done({ queries: 1 })).toEqual(['query'])
    expect(done({ alerts: 1 })).toEqual(['alert'])
    expect(done({ dashboards: 1 })).toEqual(['dashboard'])
  })

  it('has the invite step done from the second user on (HOME-13)', () => {
    expect(done({ users: 2 })).toEqual(['invite'])
  })
})
