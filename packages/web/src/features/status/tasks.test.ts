import type { QueryTask, Task } from '@sightline/contract/status.ts'
import { expect, it } from 'vitest'
import { outdatedQuery, systemStatusQuery, tasksQuery } from './api.ts'
import { countTasks, isQueryTask, queueRows, stateNames, timeOf } from './tasks.ts'

const other: Task = {
  state: 'reserved',
  task_name: 'clean_up_results',
  task_id: 'a',
  worker: null,
  worker_pid: null,
  queue: 'clean_up_results',
  start_time: null,
  enqueue_time: 1_795_000_000,
}
const run: QueryTask = {
  ...other,
  state: 'active',
  task_name: 'redash.tasks.execute_query',
  queue: 'queries',
  org_id: 1,
  data_source_id: 2,
  scheduled: false,
  query_id: 3,
  user_id: 4,
}
const waiting: QueryTask = { ...run, state: 'waiting_in_queue' }

it('a task that waits in a queue is shown as waiting (ADMIN-10)', () => {
  expect(stateNames).toEqual({ active: 'active', reserved: 'reserved', waiting_in_queue: 'waiting' })
  expect(countTasks([run, waiting, waiting, other])).toEqual({ active: 1, reserved: 1, waiting: 2 })
})

it('tasks are counted by queue, and known empty queues are listed too', () => {
  expect(queueRows([run, waiting, other], ['scheduled_queries', 'queries'])).toEqual([
    { name: 'clean_up_results', active: 0, reserved: 1, waiting: 0 },
    { name: 'queries', active: 1, reserved: 0, waiting: 1 },
    { name: 'scheduled_queries', active: 0, reserved: 0, waiting: 0 },
  ])
})

it('executions of queries are recognized by their task name (ADMIN-11)', () => {
  expect([run, other, waiting].filter(isQueryTask)).toEqual([run, waiting])
})

it('times of tasks are read as seconds (ADMIN-12)', () => {
  expect(timeOf(1_795_000_000.5)).toBe('2026-11-18T11:06:40.500Z')
  expect(timeOf(null)).toBeNull()
})

it('all three pages refresh every 60 s (ADMIN-18)', () => {
  expect([systemStatusQuery, tasksQuery, outdatedQuery].map(({ refetchInterval }) => refetchInterval)).toEqual([
    60_000, 60_000, 60_000,
  ])
})
