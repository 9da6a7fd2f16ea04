import type { Job, JobStatus } from '@sightline/contract/executions.ts'
import type { TestClient } from './client.ts'
import { pollWhile } from './poll-while.ts'

/** Polls a job until it has one of these states. */
export async function jobIn(client: TestClient, id: string, ...states: JobStatus[]): Promise<Job> {
  const read = async () => (await client.get<{ job: Job }>(`/api/jobs/${id}`)).body.job
  let job = await read()
  await pollWhile(async () => {
    if (states.includes(job?.status)) return false
    job = await read()
    return true
  })
  return job
}
