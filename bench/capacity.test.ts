import { describe, expect, it } from 'vitest'
import { type Costs, OFFICE, planFor } from './capacity.ts'

const COSTS: Costs = {
  dashboard: { web: 0.01, worker: 0, executor: 0, postgres: 0.002, nginx: 0.001 },
  read: { web: 0.004, worker: 0, executor: 0, postgres: 0.001, nginx: 0.001 },
  run: { web: 0.01, worker: 0.01, executor: 0.01, postgres: 0.01, nginx: 0.001 },
}

describe('the plan for a number of users', () => {
  it('needs one process of each kind for a hundred users (OPEN-317)', () => {
    expect(planFor(100, OFFICE, COSTS)).toMatchObject({ web: 1, workers: 1, connections: 22 })
  })

  it('adds up what users do in the busiest hour (OPEN-317)', () => {
    // 3,000 of 10,000 users are at work: 30 requests each; 4 runs each, and 2,000 scheduled ones.
    const plan = planFor(10_000, OFFICE, COSTS)
    expect(plan.requests).toBeCloseTo(90_000 / 3600, 6)
    expect(plan.runs).toBeCloseTo(14_000 / 3600, 6)
    expect(plan.cores.web).toBeCloseTo((18_000 * 0.01 + 60_000 * 0.004 + 14_000 * 0.01) / 3600, 6)
    expect(plan.storageGb).toBeCloseTo((14_000 * 6 * 7 * 0.2) / 1024, 6)
  })

  it('gives more users at least as much of everything, and keeps waits short (OPEN-317)', () => {
    const plans = [100, 1_000, 10_000, 100_000].map((users) => planFor(users, OFFICE, COSTS))
    for (const [index, plan] of plans.slice(1).entries()) {
      expect(plan.web).toBeGreaterThanOrEqual(plans[index]?.web ?? 0)
      expect(plan.workers).toBeGreaterThanOrEqual(plans[index]?.workers ?? 0)
      expect(plan.slotWait).toBeLessThan(OFFICE.queryTime * 0.1)
    }
  })
})
