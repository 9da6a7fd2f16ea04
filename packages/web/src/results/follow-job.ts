import { type Explanation, type Job, type JobEvent, JobStatus } from '@sightline/contract/executions.ts'
import { pollDelay } from '@sightline/domain/execution-state.ts'
import { isOutage, withRetries } from './retry.ts'

/** What following a job tells on the way. */
export type JobNews =
  | { type: 'job'; job: Job; rows: number; ahead: number; explanation: Explanation | null }
  | Extract<JobEvent, { type: 'rows' }>

/** A job of which nothing more is known than itself. */
export const bareNews = (job: Job): Extract<JobNews, { type: 'job' }> => ({
  type: 'job',
  job,
  rows: 0,
  ahead: 0,
  explanation: null,
})

/** How a job is asked and listened to. */
export interface JobDoors {
  /** Asks for the state of a job. */
  ask(jobId: string, signal: AbortSignal): Promise<Job>
  /**
   * Listens to the pushed events of a job until the signal stops it.
   * @returns the job at its end; null when the connection broke before
   */
  listen(jobId: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<Job | null>
  /** Waits. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const hasEnded = (job: Job) => job.status === JobStatus.done || job.status === JobStatus.failed

/**
 * Follows a job to its end: by pushed events, and by asking where those do not come through.
 * @returns the job, done or failed
 * @throws what asking throws, and an AbortError when the signal stops it
 */
export async function followJob(job: Job, doors: JobDoors, tell: (news: JobNews) => void, signal: AbortSignal): Promise<Job> {
  tell(bareNews(job))
  if (hasEnded(job)) return job

  const pushed = await doors.listen(
    job.id,
    (event) => {
      if (event.type === 'rows') tell(event)
      if (event.type === 'state') {
        const { job, rows, ahead, explanation } = event
        tell({ type: 'job', job, rows, ahead, explanation })
      }
    },
    signal,
  )
  signal.throwIfAborted()
  if (pushed !== null && hasEnded(pushed)) return pushed

  for (let attempt = 0; ; attempt++) {
    await doors.sleep(pollDelay(attempt), signal)
    // The run goes on whether or not its state can be asked for: a connection that is back in a moment has lost nothing.
    const asked = await withRetries(
      () => doors.ask(job.id, signal),
      isOutage,
      (milliseconds) => doors.sleep(milliseconds, signal),
    )
    if (hasEnded(asked)) return asked
    tell(bareNews(asked))
  }
}
