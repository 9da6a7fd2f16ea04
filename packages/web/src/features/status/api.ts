import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Refresh interval of the system pages. */
export const REFRESH_MS = 60_000

/** Options of all queries about the system: refetched regularly, never fresh. */
const polled = { refetchInterval: REFRESH_MS, staleTime: 0 } as const

/** Counts, schedules, queues and sizes. Like all of these, for super admins. */
export const systemStatusQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'system'],
  queryFn: ({ signal }) => call(api.status.system, { signal }),
})

export const installationQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'installation'],
  queryFn: ({ signal }) => call(api.status.installation, { signal }),
})

export const troubleQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'trouble'],
  queryFn: ({ signal }) => call(api.status.trouble, { signal }),
})

export const queuesQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'queues'],
  queryFn: ({ signal }) => call(api.status.queues, { signal }),
})

export const tasksQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'tasks'],
  queryFn: ({ signal }) => call(api.status.tasks, { signal }),
})

export const outdatedQuery = queryOptions({
  ...polled,
  queryKey: ['status', 'outdated'],
  queryFn: ({ signal }) => call(api.status.outdated, { signal }),
})

/** Cancels a running or queued execution. @param id task id, which is the id of its job */
export const cancelTask = (id: string) => call(api.executions.cancel, { params: { job: id } })
