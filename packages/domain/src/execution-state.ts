import { type Explanation, type Job, JobStatus } from '@sightline/contract/executions.ts'
import { i18n } from './language/i18n.ts'

/** The state of a run on the query page. */
export type Execution =
  | { status: 'idle' }
  | Running<'waiting', { /** Runs ahead of this one. */ ahead: number }>
  | Running<'processing', { /** Rows received so far. */ rows: number }>
  | Running<'loading-result', { resultId: number }>
  | { status: 'done'; resultId: number }
  | {
      status: 'failed'
      error: string
      /** 1-based character in the query text that ran, at which the data source found the error; null if unknown. */
      position: number | null
    }

type Running<Status extends string, More> = {
  status: Status
  /** Milliseconds since the epoch. */
  startedAt: number
  /** null until the server has responded with a job. */
  jobId: string | null
  /** Whether the user has cancelled it; it continues until the server confirms. */
  isCancelling: boolean
  /** Why it takes long; null while it is still fast. */
  explanation: Explanation | null
} & More

export type RunningExecution = Extract<Execution, { startedAt: number }>

/** Events of a run. */
export type ExecutionEvent =
  | { type: 'started'; at: number }
  | { type: 'job'; job: Job; rows: number; ahead: number; explanation: Explanation | null }
  | { type: 'cancelling' }
  /** The request to cancel it failed. */
  | { type: 'cancelling failed' }
  | { type: 'result'; resultId: number }
  | { type: 'failed'; failure: RequestFailure }
  | { type: 'forgotten' }

/** A request without a successful response. */
export interface RequestFailure {
  /** HTTP status; 0 without a response. */
  status: number
  /** The server's error message; null if there was none. */
  message: string | null
  /** The parsed response body. */
  body: unknown
}

export const idle: Execution = { status: 'idle' }

export const isRunning = (execution: Execution): execution is RunningExecution => 'startedAt' in execution

/** The state of the run after an event. */
export function nextExecution(now: Execution, event: ExecutionEvent): Execution {
  switch (event.type) {
    case 'started':
      return { status: 'waiting', startedAt: event.at, jobId: null, isCancelling: false, explanation: null, ahead: 0 }
    case 'job':
      return afterJob(now, event)
    case 'cancelling':
      return isRunning(now) ? { ...now, isCancelling: true } : now
    case 'cancelling failed':
      return isRunning(now) ? { ...now, isCancelling: false } : now
    case 'result':
      return { status: 'done', resultId: event.resultId }
    case 'forgotten':
      return idle
    case 'failed':
      return { status: 'failed', error: failureText(event.failure), position: null }
  }
}

function afterJob(now: Execution, { job, rows, ahead, explanation }: Extract<ExecutionEvent, { type: 'job' }>): Execution {
  if (job.status === JobStatus.failed)
    return { status: 'failed', error: job.error || unknownError(), position: job.error_position }
  // Late events of a run that has ended, or was never started, are ignored.
  if (!isRunning(now)) return now
  const run = { startedAt: now.startedAt, jobId: job.id, isCancelling: now.isCancelling, explanation }
  switch (job.status) {
    case JobStatus.waiting:
      return { ...run, status: 'waiting', ahead }
    case JobStatus.processing:
      return { ...run, status: 'processing', rows: Math.max(rows, now.status === 'processing' ? now.rows : 0) }
    case JobStatus.done:
      return job.query_result_id === null
        ? { status: 'failed', error: unknownError(), position: null }
        : { ...run, status: 'loading-result', resultId: job.query_result_id }
  }
}

/** The text for a run that failed without a reason. */
export const unknownError = (): string => i18n._('unknown error occurred. Please try again later.')

const noConnection = () => i18n._('failed communicating with server. Please check your Internet connection and try again.')

/** The error message of a failed run, from the response to a request. A refused run has a job, whose error is the reason. */
export function failureText({ status, message, body }: RequestFailure): string {
  if (status === 0) return noConnection()
  const error = status === 403 || status === 400 ? jobError(body) : null
  return error ?? (message === null || message === '' ? unknownError() : message)
}

function jobError(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('job' in body)) return null
  const { job } = body
  if (typeof job !== 'object' || job === null || !('error' in job)) return null
  return typeof job.error === 'string' && job.error !== '' ? job.error : null
}

const QUICK_ASKS = 10

/**
 * Milliseconds until a job is polled again. Short queries seem instant, and long ones need few requests.
 * @param attempt number of previous polls
 */
export const pollDelay = (attempt: number) => (attempt < QUICK_ASKS ? 500 : 3000)

export const MAX_RESULT_RETRIES = 3

/**
 * Milliseconds until the loading of a result is retried.
 * @param retry 0 for the first retry
 */
export const retryDelay = (retry: number) => 1000 * 2 ** retry

/** The conditions of the Execute button. */
export interface ExecuteConditions {
  text: string
  hasDataSource: boolean
  isRunning: boolean
  /** Number of parameter values that are typed and not applied. */
  pendingCount: number
  /** Whether all users who can see the saved query may run it, because it has no free text parameters. */
  isSafe: boolean
  /** Whether the text equals the saved one; any other text requires further permissions. */
  isSaved: boolean
  mayExecute: boolean
  isViewOnly: boolean
}

/** Whether a query can be executed now. The server checks this again. */
export function canExecute(query: ExecuteConditions): boolean {
  if (query.text.trim() === '' || !query.hasDataSource || query.isRunning || query.pendingCount > 0) return false
  return whyNotAllowed(query) === null
}

/** Why the user may not run a query, regardless of its text and values, as a sentence; null if they may. */
export function whyNotAllowed({
  isSafe,
  isSaved,
  mayExecute,
  isViewOnly,
}: Pick<ExecuteConditions, 'isSafe' | 'isSaved' | 'mayExecute' | 'isViewOnly'>): string | null {
  if ((isSafe && isSaved) || (mayExecute && !isViewOnly)) return null
  if (mayExecute) {
    if (isSafe) return i18n._('On a data source that you may only view, a query can be run only as it is saved.')
    return isSaved
      ? i18n._('On a data source that you may only view, a query with text parameters cannot be run.')
      : i18n._('On a data source that you may only view, only saved queries without text parameters can be run.')
  }
  if (isSafe) return i18n._('Without the permission to execute queries, a query can be run only as it is saved.')
  return isSaved
    ? i18n._('Without the permission to execute queries, a query with text parameters cannot be run.')
    : i18n._('Without the permission to execute queries, only saved queries without text parameters can be run.')
}
