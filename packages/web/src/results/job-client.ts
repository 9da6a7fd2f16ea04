import { api } from '@sightline/contract/api.ts'
import type { Job, JobEvent } from '@sightline/contract/executions.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { call } from '../api/call.ts'
import { endpointUrl } from '../api/url.ts'
import { queryReader, type ResultReader, sessionReader } from './result-reader.ts'
import { sleep } from './sleep.ts'

/** Reads the state of jobs, subscribes to their events and reads their results. */
export interface JobClient {
  reader: ResultReader
  getJob(jobId: string, signal: AbortSignal): Promise<Job>
  /**
   * Receives the pushed events of a job until it ends or the signal aborts.
   * @returns the finished job; null if the connection broke before
   */
  listen(jobId: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<Job | null>
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Follows jobs as the signed-in user. */
export const sessionJobClient: JobClient = {
  reader: sessionReader,
  getJob: async (job, signal) => (await call(api.executions.job, { params: { job }, signal })).job,
  listen: (job, onEvent, signal) => listen(endpointUrl(api.executions.events, { job }), onEvent, signal),
  sleep,
}

/**
 * Follows the jobs of one query with an API key or token, which has no access to pushed events.
 * @param values of the query's parameters
 */
export function keyJobClient(queryId: number, values: Values): JobClient {
  return {
    reader: queryReader(queryId, values),
    getJob: async (job, signal) => (await call(api.executions.jobOfQuery, { params: { job, id: queryId }, signal })).job,
    listen: () => Promise.resolve(null),
    sleep,
  }
}

const eventTypes = ['state', 'rows', 'end'] as const

function listen(url: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<Job | null> {
  return new Promise((resolve) => {
    const source = new EventSource(url)
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
        // Not parsed by a schema: the server sends exactly the events of the contract.
        const event = { type, ...JSON.parse(data) } as JobEvent
        if (event.type === 'end') end(event.job)
        else onEvent(event)
      })
    }
  })
}
