import type { z } from 'zod'

/** A kind of background job: its name, its input and its code. */
export interface JobDefinition<Input extends z.ZodType = z.ZodType> {
  name: string
  input: Input
  /** Maximum number of concurrent jobs per process. */
  concurrency: number
  /** Number of retries after a failure. Executions have none: a failed run is a result, too. */
  retries: number
  run(input: z.output<Input>, signal: AbortSignal): Promise<void>
}

/** A job that has not ended. */
export interface PendingJob {
  id: string
  name: string
  /** `postponed` jobs have failed and wait for a retry, or are due later. */
  state: 'active' | 'waiting' | 'postponed'
  created_at: Date
  /** Null while the job waits. */
  started_at: Date | null
}

export interface QueueSnapshot {
  /** All kinds of jobs that this installation knows. */
  names: string[]
  jobs: PendingJob[]
}

export interface Queue {
  /** Adds a job and wakes a worker at once, in any process. */
  enqueue<Input extends z.ZodType>(job: Pick<JobDefinition<Input>, 'name' | 'input'>, input: z.input<Input>): Promise<void>
  /** Whether a job of this kind has not ended, in any process. */
  isPending(name: string): Promise<boolean>
  /** Starts running these kinds of jobs in this process. */
  work(jobs: JobDefinition[]): Promise<void>
  /**
   * Runs a job on a schedule, once per tick in the whole installation, however many processes it has. The input of the job is
   * `{}`.
   * @param cron five fields, in UTC
   */
  schedule(name: string, cron: string): Promise<void>
  /** The waiting and running jobs, for monitoring. */
  snapshot(): Promise<QueueSnapshot>
  close(): Promise<void>
}

/** Returns the definition unchanged; infers the type of its input. */
export function defineJob<Input extends z.ZodType>(job: JobDefinition<Input>): JobDefinition<Input> {
  return job
}
