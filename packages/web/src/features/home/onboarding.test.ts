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

  it.each([
    ['data_sources', 'data_source'],
    ['queries', 'query'],
    ['alerts', 'alert'],
    ['dashboards', 'dashboard'],
  ])('HOME-12 counts %s on its own', (counter, step) => {
    expect(done({ [counter]: 1 })).toEqual([step])
  })

  it('HOME-13 has the invite step done from the second user on', () => {
    expect(done({ users: 2 })).toEqual(['invite'])
  })
})
