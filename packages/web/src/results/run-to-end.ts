import type { RunReply } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { failureText, UNKNOWN_ERROR } from '@sightline/domain/execution-state.ts'
import { ApiError } from '../api/error.ts'
import type { JobDoors } from './follow-job.ts'
import { followRun } from './run-query.ts'

/** A run that gave no result. Its message is for people: the source's own words where there are some. */
export class RunError extends Error {
  override name = 'RunError'
}

/**
 * Takes a run from its first request to its result, for those who do not show how it goes.
 * @param send the request that starts it
 * @param onJob told the id of the job, where there is one
 * @throws RunError; an AbortError when the signal stopped it
 */
export async function runToEnd(
  send: (signal: AbortSignal) => Promise<RunReply>,
  doors: JobDoors,
  onJob: (jobId: string) => void,
  signal: AbortSignal,
): Promise<ResultWindow> {
  try {
    const reply = await send(signal)
    if ('job' in reply) onJob(reply.job.id)
    const end = await followRun(reply, doors, () => {}, signal)
    if (end.status === 'done') return end.window
    throw new RunError(end.job.error || UNKNOWN_ERROR)
  } catch (error) {
    throw signal.aborted ? error : asRunError(error)
  }
}

/** Whatever went wrong on the way to a result, in words for people. */
export function asRunError(error: unknown): RunError {
  if (error instanceof RunError) return error
  const failure =
    error instanceof ApiError
      ? { status: error.status, message: error.message, body: error.body }
      : { status: 500, message: error instanceof Error ? error.message : null, body: null }
  return new RunError(failureText(failure), { cause: error })
}
