import { api } from '@sightline/contract/api.ts'
import type { Job, JobEvent } from '@sightline/contract/executions.ts'
import { call } from '../api/call.ts'
import { endpointUrl } from '../api/url.ts'
import type { JobDoors } from './follow-job.ts'
import { sleep } from './sleep.ts'

const eventTypes = ['state', 'rows', 'end'] as const

/** Follows jobs as the signed-in user. */
export const sessionDoors: JobDoors = {
  ask: async (job, signal) => (await call(api.executions.job, { params: { job }, signal })).job,
  listen: (job, onEvent, signal) => listen(endpointUrl(api.executions.events, { job }), onEvent, signal),
  sleep,
}

/** Follows jobs of one query by its key: such callers have no access to the pushed events. */
export function keyDoors(queryId: number): JobDoors {
  return {
    ask: async (job, signal) => (await call(api.executions.jobOfQuery, { params: { job, id: queryId }, signal })).job,
    listen: () => Promise.resolve(null),
    sleep,
  }
}

function listen(address: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<Job | null> {
  return new Promise((resolve) => {
    const source = new EventSource(address)
    const end = (job: Job | null) => {
      source.close()
      signal.removeEventListener('abort', stop)
      resolve(job)
    }
    const stop = () => end(null)
    signal.addEventListener('abort', stop, { once: true })
    source.onerror = () => end(null)
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        // The contract is the proof of the type: the server pushes the same values.
        const event = { type, ...JSON.parse(data) } as JobEvent
        if (event.type === 'end') end(event.job)
        else onEvent(event)
      })
    }
  })
}
