import { type Explanation, type Job, type JobEvent, JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import {
  failureText,
  MAX_RESULT_RETRIES,
  pollDelay,
  type RequestFailure,
  retryDelay,
  unknownError,
} from '@sightline/domain/execution-state.ts'
import { ApiError } from '../api/error.ts'
import type { JobClient } from './job-client.ts'

/** Rows loaded together with a result: enough for the first screen. */
export const FIRST_ROWS = 200

/** The progress of a run that is being followed. */
export type JobProgress =
  | { type: 'job'; job: Job; rows: number; ahead: number; explanation: Explanation | null }
  | Extract<JobEvent, { type: 'rows' }>

/** The progress event for a job whose row count, queue position and explanation are unknown. */
export const progressOf = (job: Job): Extract<JobProgress, { type: 'job' }> => ({
  type: 'job',
  job,
  rows: 0,
  ahead: 0,
  explanation: null,
})

/** The first rows of the result, or the failed job. */
type FinishedRun = { status: 'done'; window: ResultWindow } | { status: 'failed'; job: Job }

/** A run without a result. The message is for users: the data source's error message if there is one. */
export class RunError extends Error {
  override name = 'RunError'
}

/** The run itself failed, so the message is that of the data source and may quote the query text or its data. */
export class FailedRunError extends RunError {}

/**
 * Runs a query and waits for its result without showing progress.
 * @param send the request that starts the run
 * @param onJob receives the id of the job, if the result is not there at once
 * @throws RunError; an AbortError if the signal aborts
 */
export async function runToEnd(
  send: (signal: AbortSignal) => Promise<RunReply>,
  client: JobClient,
  onJob: (jobId: string) => void,
  signal: AbortSignal,
): Promise<ResultWindow> {
  try {
    const reply = await send(signal)
    if ('job' in reply) onJob(reply.job.id)
    const end = await followRun(reply, client, () => {}, signal)
    if (end.status === 'done') return end.window
    throw new FailedRunError(end.job.error || unknownError())
  } catch (error) {
    throw signal.aborted ? error : asRunError(error)
  }
}

/**
 * Follows a run from the server's reply to its result.
 * @throws ApiError if a request fails, an AbortError if the signal aborts
 */
export async function followRun(
  reply: RunReply,
  client: JobClient,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<FinishedRun> {
  if ('query_result' in reply) return { status: 'done', window: await firstWindow(reply.query_result.id, client, signal) }
  const job = await followJob(reply.job, client, onProgress, signal)
  if (job.status === JobStatus.failed) return { status: 'failed', job }
  if (job.query_result_id === null) throw new ApiError(500, null, unknownError(), null)
  if (reply.window?.result.id === job.query_result_id) return { status: 'done', window: reply.window }
  onProgress(progressOf(job))
  return { status: 'done', window: await firstWindow(job.query_result_id, client, signal) }
}

/**
 * Follows a job until it is done or has failed: by pushed events, and by polling once those stop coming.
 * @throws whatever `getJob` throws, and an AbortError if the signal aborts
 */
export async function followJob(
  job: Job,
  client: JobClient,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Job> {
  onProgress(progressOf(job))
  if (hasEnded(job)) return job

  const pushed = await client.listen(
    job.id,
    (event) => {
      if (event.type === 'rows') onProgress(event)
      if (event.type === 'state') {
        const { job, rows, ahead, explanation } = event
        onProgress({ type: 'job', job, rows, ahead, explanation })
      }
    },
    signal,
  )
  signal.throwIfAborted()
  if (pushed !== null && hasEnded(pushed)) return pushed

  for (let attempt = 0; ; attempt++) {
    await client.sleep(pollDelay(attempt), signal)
    // The server runs the query regardless, so a short network outage loses nothing.
    const polled = await withRetries(
      () => client.getJob(job.id, signal),
      isOutage,
      (milliseconds) => client.sleep(milliseconds, signal),
    )
    if (hasEnded(polled)) return polled
    onProgress(progressOf(polled))
  }
}

export const hasEnded = (job: Job) => job.status === JobStatus.done || job.status === JobStatus.failed

function firstWindow(id: number, client: JobClient, signal: AbortSignal): Promise<ResultWindow> {
  return withRetries(
    () => client.reader.window(id, { limit: FIRST_ROWS, filters: [] }, signal),
    isOutage,
    (milliseconds) => client.sleep(milliseconds, signal),
  )
}

/** Whether there was no reply, or a server error: a retry may succeed. */
export const isOutage = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Retries a request a few times, with growing delays.
 * @param isWorthRetrying whether a retry can succeed after this error
 */
export async function withRetries<Value>(
  load: () => Promise<Value>,
  isWorthRetrying: (error: unknown) => boolean,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Value> {
  for (let retry = 0; ; retry++) {
    try {
      return await load()
    } catch (error) {
      if (retry >= MAX_RESULT_RETRIES || !isWorthRetrying(error)) throw error
      await sleep(retryDelay(retry))
    }
  }
}

/** Any error on the way to a result as one with a message for users. */
export const asRunError = (error: unknown): RunError =>
  error instanceof RunError ? error : new RunError(failureText(requestFailure(error)), { cause: error })

export function requestFailure(error: unknown): RequestFailure {
  return error instanceof ApiError
    ? { status: error.status, message: error.message, body: error.body }
    : { status: 500, message: error instanceof Error ? error.message : null, body: null }
}
