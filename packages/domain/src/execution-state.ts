import { type Explanation, type Job, JobStatus } from '@sightline/contract/executions.ts'

/** One run of a query, as the page shows it. */
export type Execution =
  | { status: 'idle' }
  | Running<'waiting', { /** Runs ahead of this one. */ ahead: number }>
  | Running<'processing', { /** Rows received so far. */ rows: number }>
  | Running<'loading-result', { resultId: number }>
  | { status: 'done'; resultId: number }
  | {
      status: 'failed'
      error: string
      /** 1-based character of the text as run at which the source saw the error; null when it did not tell. */
      position: number | null
    }

type Running<Status extends string, More> = {
  status: Status
  /** Milliseconds since the epoch. */
  startedAt: number
  /** null until the server has answered with a job. */
  jobId: string | null
  /** Whether it was asked to end; it goes on until the server says so. */
  isCancelling: boolean
  /** Why it takes its time; null as long as nobody will wonder. */
  explanation: Explanation | null
} & More

export type RunningExecution = Extract<Execution, { startedAt: number }>

/** What happens to a run. */
export type ExecutionEvent =
  | { type: 'started'; at: number }
  | { type: 'job'; job: Job; rows: number; ahead: number; explanation: Explanation | null }
  | { type: 'cancelling' }
  /** The wish to end it did not get through. */
  | { type: 'cancelling failed' }
  | { type: 'result'; resultId: number }
  | { type: 'failed'; failure: RequestFailure }
  | { type: 'forgotten' }

/** A request that was not answered with success. */
export interface RequestFailure {
  /** HTTP status; 0 when there was no answer at all. */
  status: number
  /** The server's message; null when it had none. */
  message: string | null
  /** The parsed answer. */
  body: unknown
}

export const idle: Execution = { status: 'idle' }

export const isRunning = (execution: Execution): execution is RunningExecution => 'startedAt' in execution

/** The run after something happened to it. */
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
    return { status: 'failed', error: job.error || UNKNOWN_ERROR, position: job.error_position }
  // Whatever comes late from a run that has ended, or was never started, changes nothing.
  if (!isRunning(now)) return now
  const run = { startedAt: now.startedAt, jobId: job.id, isCancelling: now.isCancelling, explanation }
  switch (job.status) {
    case JobStatus.waiting:
      return { ...run, status: 'waiting', ahead }
    case JobStatus.processing:
      return { ...run, status: 'processing', rows: Math.max(rows, now.status === 'processing' ? now.rows : 0) }
    case JobStatus.done:
      return job.query_result_id === null
        ? { status: 'failed', error: UNKNOWN_ERROR, position: null }
        : { ...run, status: 'loading-result', resultId: job.query_result_id }
  }
}

export const UNKNOWN_ERROR = 'unknown error occurred. Please try again later.'
export const NO_CONNECTION = 'failed communicating with server. Please check your Internet connection and try again.'

/** Why a run failed, in words, from the answer to a request. A refused run carries a job, whose error is the reason. */
export function failureText({ status, message, body }: RequestFailure): string {
  if (status === 0) return NO_CONNECTION
  const error = status === 403 || status === 400 ? jobError(body) : null
  return error ?? (message === null || message === '' ? UNKNOWN_ERROR : message)
}

function jobError(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('job' in body)) return null
  const { job } = body
  if (typeof job !== 'object' || job === null || !('error' in job)) return null
  return typeof job.error === 'string' && job.error !== '' ? job.error : null
}

const QUICK_ASKS = 10

/**
 * Milliseconds to wait before a job is asked for again. Short queries feel instant, long ones stay cheap.
 * @param attempt how often it was asked already
 */
export const pollDelay = (attempt: number) => (attempt < QUICK_ASKS ? 500 : 3000)

export const MAX_RESULT_RETRIES = 3

/**
 * Milliseconds to wait before the loading of a result is tried again.
 * @param retry 0 for the first retry
 */
export const retryDelay = (retry: number) => 1000 * 2 ** retry

/** What decides whether the Execute button can be pressed. */
export interface ExecuteConditions {
  text: string
  hasDataSource: boolean
  isRunning: boolean
  /** Parameter values that are typed and not applied. */
  pendingCount: number
  /** Whether the saved query can be run by all who see it: it has no free text parameters. */
  isSafe: boolean
  /** Whether the text is the saved one: only that may be run without further rights. */
  isSaved: boolean
  mayExecute: boolean
  isViewOnly: boolean
}

/** Whether a query can be executed now. The server decides again. */
export function canExecute(query: ExecuteConditions): boolean {
  if (query.text.trim() === '' || !query.hasDataSource || query.isRunning || query.pendingCount > 0) return false
  return whyNotAllowed(query) === null
}

/** Why somebody may not run a query, whatever its text and its values are, as a sentence; null when they may. */
export function whyNotAllowed({
  isSafe,
  isSaved,
  mayExecute,
  isViewOnly,
}: Pick<ExecuteConditions, 'isSafe' | 'isSaved' | 'mayExecute' | 'isViewOnly'>): string | null {
  if ((isSafe && isSaved) || (mayExecute && !isViewOnly)) return null
  const where = mayExecute ? 'On a data source that you may only view' : 'Without the permission to execute queries'
  if (isSafe) return `${where}, a query can be run only as it is saved.`
  return isSaved
    ? `${where}, a query with text parameters cannot be run.`
    : `${where}, only saved queries without text parameters can be run.`
}
