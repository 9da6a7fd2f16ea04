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

  it('does not mark a step as done for what came with the sample data (OPEN-174)', () => {
    const sample = { data_sources: 2, queries: 11, dashboards: 1 }
    const steps = (counters: Partial<typeof nothing>) =>
      onboardingSteps({ ...nothing, ...sample, ...counters }, sample)
        .filter(({ isDone }) => isDone)
        .map(({ step }) => step)
    expect(steps({})).toEqual([])
    expect(steps({ queries: 12 })).toEqual(['query'])
  })

  it('marks the invite step as done from the second user on (HOME-13)', () => {
    expect(done({ users: 2 })).toEqual(['invite'])
  })
})
