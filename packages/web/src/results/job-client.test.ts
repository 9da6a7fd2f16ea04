import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { setApiKey } from '../api/call.ts'
import { followJob } from './follow-run.ts'
import { keyJobClient } from './job-client.ts'

const job = (status: Job['status']): Job => ({
  id: 'j-1',
  status,
  error: '',
  error_position: null,
  result: null,
  query_result_id: status === JobStatus.done ? 9 : null,
  updated_at: 0,
})

afterEach(() => {
  setApiKey(null)
  vi.unstubAllGlobals()
})

it('polls the jobs of its query with a key, and does not open an event stream (EXEC-12)', async () => {
  const states = [JobStatus.waiting, JobStatus.processing, JobStatus.done] as const
  const requests: [address: string, key: string | null][] = []
  vi.stubGlobal('document', { baseURI: 'http://localhost/bi/', cookie: '' })
  vi.stubGlobal('EventSource', () => {
    throw new Error('Keys have no access to events.')
  })
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const state = states[requests.length] ?? JobStatus.done
    requests.push([address, new Headers(headers).get('authorization')])
    return new Response(JSON.stringify({ job: job(state) }))
  })
  setApiKey('k-1')

  const client = { ...keyJobClient(7, {}), sleep: () => Promise.resolve() }
  const ended = await followJob(job(JobStatus.waiting), client, () => {}, new AbortController().signal)

  expect(ended).toMatchObject({ id: 'j-1', status: JobStatus.done, query_result_id: 9 })
  expect(requests).toEqual(states.map(() => ['/bi/api/queries/7/jobs/j-1', 'Key k-1']))
})
