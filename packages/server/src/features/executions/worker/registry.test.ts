import { expect, it } from 'vitest'
import { countRun, tallyOf } from '../tally.ts'

it('counts the runs of each worker and their time, apart from those of others', () => {
  countRun('one', true, 2)
  countRun('one', false, 0.5)
  countRun('other', true, 7)
  expect(tallyOf('one')).toEqual({ successful_jobs: 1, failed_jobs: 1, total_working_time: 2.5 })
  expect(tallyOf('nobody')).toEqual({ successful_jobs: 0, failed_jobs: 0, total_working_time: 0 })
})
