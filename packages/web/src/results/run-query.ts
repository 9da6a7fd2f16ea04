import { api } from '@sightline/contract/api.ts'
import { type Job, JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { UNKNOWN_ERROR } from '@sightline/domain/execution-state.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import { bareNews, followJob, type JobDoors, type JobNews } from './follow-job.ts'
import { isOutage, withRetries } from './retry.ts'

/** Rows asked for with the result itself: what a screen shows without asking again. */
export const FIRST_ROWS = 200

/** The result's first rows, or the job that failed. */
export type RunEnd = { status: 'done'; window: ResultWindow } | { status: 'failed'; job: Job }

/**
 * Takes a run from the server's first answer to its result.
 * @throws ApiError when a request failed, an AbortError when the signal stopped it
 */
export async function followRun(
  reply: RunReply,
  doors: JobDoors,
  tell: (news: JobNews) => void,
  signal: AbortSignal,
): Promise<RunEnd> {
  if ('query_result' in reply) return { status: 'done', window: await firstWindow(reply.query_result.id, doors, signal) }
  const job = await followJob(reply.job, doors, tell, signal)
  if (job.status === JobStatus.failed) return { status: 'failed', job }
  if (job.query_result_id === null) throw new ApiError(500, null, UNKNOWN_ERROR, null)
  if (reply.window?.result.id === job.query_result_id) return { status: 'done', window: reply.window }
  tell(bareNews(job))
  return { status: 'done', window: await firstWindow(job.query_result_id, doors, signal) }
}

/** The first rows of a result, with what is known about it. */
function firstWindow(id: number, doors: JobDoors, signal: AbortSignal): Promise<ResultWindow> {
  return withRetries(
    () => call(api.executions.window, { params: { id }, query: { limit: FIRST_ROWS }, signal }),
    isOutage,
    (milliseconds) => doors.sleep(milliseconds, signal),
  )
}
