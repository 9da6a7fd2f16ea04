import { expect, it } from 'vitest'
import { countRun, runCounts } from './run-counts.ts'

it('counts the runs and the time of each worker separately', () => {
  const [one, other, idle] = [{ memory: {} }, { memory: {} }, { memory: {} }]
  countRun(one, true, 2)
  countRun(one, false, 0.5)
  countRun(other, true, 7)
  expect(runCounts(one)).toEqual({ successful_jobs: 1, failed_jobs: 1, total_working_time: 2.5 })
  expect(runCounts(idle)).toEqual({ successful_jobs: 0, failed_jobs: 0, total_working_time: 0 })
})
