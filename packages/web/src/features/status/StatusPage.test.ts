import type { WorkerStatus } from '@sightline/contract/status.ts'
import { describe, expect, it } from 'vitest'
import { warningsFor } from './StatusPage.tsx'

const GB = 1024 ** 3
const plugins = { loaded: [], problems: [] }
const roomy = { disk: { free: 50 * GB, total: 100 * GB }, plugins }
const worker = (name: string, state: WorkerStatus['state']): WorkerStatus => ({
  name,
  hostname: name,
  pid: 1,
  queues: 'queries',
  state,
  last_heartbeat: '2026-11-22T12:00:00Z',
  birth_date: '2026-11-22T11:00:00Z',
  current_job: null,
  successful_jobs: 0,
  failed_jobs: 0,
  total_working_time: 0,
  running: 0,
  slots: 4,
  version: '1.0.0',
})

describe('the warnings of the status page', () => {
  it('are none if everything works', () => {
    expect(warningsFor(roomy, [worker('one', 'idle'), worker('two', 'busy')])).toEqual([])
    expect(warningsFor({ disk: null, plugins }, [worker('one', 'idle')])).toEqual([])
  })

  it('name lost workers, and say if none is left', () => {
    const lost = 'Worker one has not reported for more than 30 seconds.'
    expect(warningsFor(roomy, [worker('one', 'lost'), worker('two', 'idle')])).toEqual([lost])
    expect(warningsFor(roomy, [worker('one', 'lost')])).toEqual(['No worker is running. Queries wait until one starts.', lost])
    expect(warningsFor(roomy, [])).toHaveLength(1)
  })

  it('include a disk that is nearly full', () => {
    const full = { disk: { free: 9 * GB, total: 100 * GB }, plugins }
    expect(warningsFor(full, [worker('one', 'idle')])).toEqual(['The disk is almost full: 9 GB free.'])
  })

  it('include each plug-in that was not loaded, with the reason (OPEN-401)', () => {
    const problem = 'The plug-in acme 1.2.3 was not loaded: No licence.'
    const broken = { ...roomy, plugins: { loaded: [], problems: [problem] } }
    expect(warningsFor(broken, [worker('one', 'idle')])).toEqual([problem])
  })
})
