import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How often the pages about the system ask anew. */
export const REFRESH_MS = 60_000

/** What all calls about the system have in common: what they tell is old as soon as it is told. */
const watched = { refetchInterval: REFRESH_MS, staleTime: 0 } as const

/** Counts, schedules, queues and sizes. For super admins, as all of these. */
export const systemStatusQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'system'],
  queryFn: ({ signal }) => call(api.status.system, { signal }),
})

export const installationQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'installation'],
  queryFn: ({ signal }) => call(api.status.installation, { signal }),
})

export const troubleQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'trouble'],
  queryFn: ({ signal }) => call(api.status.trouble, { signal }),
})

export const queuesQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'queues'],
  queryFn: ({ signal }) => call(api.status.queues, { signal }),
})

export const tasksQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'tasks'],
  queryFn: ({ signal }) => call(api.status.tasks, { signal }),
})

export const outdatedQuery = queryOptions({
  ...watched,
  queryKey: ['status', 'outdated'],
  queryFn: ({ signal }) => call(api.status.outdated, { signal }),
})

/** Stops a run of a query, or takes it out of the queue. @param id of the task, which is that of its job */
export const cancelTask = (id: string) => call(api.executions.cancel, { params: { job: id } })
