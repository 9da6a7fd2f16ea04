import { perProcess } from '../../../platform/process-memory.ts'

/** The runs of this worker since its process started. */
const counts = perProcess(() => ({
  successful_jobs: 0,
  failed_jobs: 0,
  /** Seconds, of all executions together. */
  total_working_time: 0,
}))

/** Counts an execution that has left this worker. @param seconds that it took there */
export function countRun(ctx: { memory: object }, isDone: boolean, seconds: number): void {
  const own = counts(ctx)
  own[isDone ? 'successful_jobs' : 'failed_jobs']++
  own.total_working_time += seconds
}

export const runCounts = (ctx: { memory: object }): Readonly<ReturnType<typeof counts>> => counts(ctx)
