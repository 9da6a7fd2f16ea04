import type { z } from 'zod'

/** A kind of background work: its name, the shape of its input, and what is done. */
export interface JobDefinition<Input extends z.ZodType = z.ZodType> {
  name: string
  input: Input
  /** How many run at once in one process. */
  concurrency: number
  /** Tries after the first one failed. Executions have none: a failed run is an answer. */
  retries: number
  run(input: z.output<Input>, signal: AbortSignal): Promise<void>
}

/** A job that has not ended. */
export interface PendingJob {
  id: string
  name: string
  /** `postponed` is one that has failed and waits for its next try, or that is meant for later. */
  state: 'active' | 'waiting' | 'postponed'
  created_at: Date
  /** Null while it waits. */
  started_at: Date | null
}

export interface QueueSnapshot {
  /** Every kind of job that this installation knows. */
  names: string[]
  jobs: PendingJob[]
}

export interface Queue {
  /** Adds a job and wakes a worker at once, in whichever process. */
  enqueue<Input extends z.ZodType>(job: Pick<JobDefinition<Input>, 'name' | 'input'>, input: z.input<Input>): Promise<void>
  /** Starts working on these jobs in this process. */
  work(jobs: JobDefinition[]): Promise<void>
  /**
   * Runs a job again and again, once per tick for the whole installation, whatever the number of processes. Its input is `{}`.
   * @param cron five fields, in UTC
   */
  schedule(name: string, cron: string): Promise<void>
  /** What there is to do, and what is being done: for those who watch over the installation. */
  snapshot(): Promise<QueueSnapshot>
  close(): Promise<void>
}

/** Gives a job definition its types. */
export function defineJob<Input extends z.ZodType>(job: JobDefinition<Input>): JobDefinition<Input> {
  return job
}
