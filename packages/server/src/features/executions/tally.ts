/** What a worker of this process has done since it began. */
export interface Tally {
  successful_jobs: number
  failed_jobs: number
  /** Seconds. */
  total_working_time: number
}

const tallies = new Map<string, Tally>()
const nothing: Tally = { successful_jobs: 0, failed_jobs: 0, total_working_time: 0 }

/** Counts an execution that has left its worker. @param seconds that it took there */
export function countRun(worker: string, isDone: boolean, seconds: number): void {
  const before = tallyOf(worker)
  tallies.set(worker, {
    successful_jobs: before.successful_jobs + (isDone ? 1 : 0),
    failed_jobs: before.failed_jobs + (isDone ? 0 : 1),
    total_working_time: before.total_working_time + seconds,
  })
}

export const tallyOf = (worker: string): Tally => tallies.get(worker) ?? nothing
