import { describe, expect, it } from 'vitest'
import { onboardingSteps } from './Checklist.tsx'

const nothing = { users: 1, alerts: 0, data_sources: 0, queries: 0, dashboards: 0 }
const done = (counters: Partial<typeof nothing>) =>
  onboardingSteps({ ...nothing, ...counters })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

describe('the checklist', () => {
  it('has no step done in an empty installation', () => {
    expect(done({})).toEqual([])
  })

  it('marks a step as done if there is an item of its kind, and only then (HOME-12)', () => {
    expect(done({ data_sources: 1 })).toEqual(['data_source'])
    expect(done({ queries: 1 })).toEqual(['query'])
    expect(done({ alerts: 1 })).toEqual(['alert'])
    expect(done({ dashboards: 1 })).toEqual(['dashboard'])
  })

  it('marks the invite step as done from the second user on (HOME-13)', () => {
    expect(done({ users: 2 })).toEqual(['invite'])
  })
})
