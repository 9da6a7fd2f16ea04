import { EXECUTE_QUERY_TASK, type QueryTask, type Task, type TaskState } from '@sightline/contract/status.ts'

/** Number of tasks in each state. */
export interface TaskCounts {
  active: number
  reserved: number
  waiting: number
}

export interface QueueRow extends TaskCounts {
  name: string
}

/** Display names of the states. */
export const stateNames: Record<TaskState, string> = {
  active: 'active',
  reserved: 'reserved',
  waiting_in_queue: 'waiting',
}

const counter: Record<TaskState, keyof TaskCounts> = { active: 'active', reserved: 'reserved', waiting_in_queue: 'waiting' }

/** Counts tasks by state. */
export function countTasks(tasks: readonly Task[]): TaskCounts {
  const counts = { active: 0, reserved: 0, waiting: 0 }
  for (const { state } of tasks) counts[counter[state]]++
  return counts
}

/**
 * The queues with their task counts, sorted by name.
 * @param known names of queues that are listed even if empty
 */
export function queueRows(tasks: readonly Task[], known: readonly string[]): QueueRow[] {
  const byQueue = Map.groupBy(tasks, ({ queue }) => queue)
  const names = [...new Set([...known, ...byQueue.keys()])].sort()
  return names.map((name) => ({ name, ...countTasks(byQueue.get(name) ?? []) }))
}

/** Whether a task is an execution of a query. */
export const isQueryTask = (task: Task): task is QueryTask => task.task_name === EXECUTE_QUERY_TASK

/** A time in ISO 8601. @param seconds since the epoch; null for never */
export const timeOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
