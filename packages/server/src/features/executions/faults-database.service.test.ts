import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { useFaultScenario } from '../../testing/fault-scenario.ts'
import { pollWhile } from '../../testing/poll-while.ts'

const scene = useFaultScenario({ metadataAt: 'own server' })
const { active, ended, inject, openGate: openTheGate, rowOf, run, runUntilGate: runToTheGate } = scene

const crash = () => inject(() => scene.metadataServer.kill())
const isAlive = (pid: number) => process.kill(pid, 0)

describe('a crash and restart of the metadata database', () => {
  it('ends a running and a waiting execution once each, while every process and the schedules go on', async () => {
    const worker = await scene.installation.startWorker({ SIGHTLINE_EXECUTION_CONCURRENCY: '1' })
    const running = await runToTheGate('across a restart')
    const waiting = await run(`SELECT 'still waiting' AS fate`)

    // The run goes on meanwhile.
    await crash()
    await scene.metadataServer.restart()
    expect(await active('across a restart')).toBe(1)
    // The run ends meanwhile.
    await crash()
    await openTheGate()
    await pollWhile(async () => (await active('across a restart')) > 0)
    expect((await scene.installation.admin.get('/api/session')).status).toBeGreaterThanOrEqual(500)
    await scene.metadataServer.restart()

    for (const id of [running, waiting]) {
      expect(await ended(id)).toMatchObject({ status: JobStatus.done, error: '' })
      expect(await rowOf(id)).toMatchObject({ retries: 0 })
    }
    expect((await scene.metadata.query('SELECT 1 FROM query_results')).rows).toHaveLength(2)
    expect(isAlive(worker.pid) && isAlive(scene.installation.web.pid)).toBe(true)

    const { body: query } = await scene.installation.admin.post<Query>('/api/queries', {
      name: 'By schedule',
      query: `SELECT 'by schedule' AS fate`,
      data_source_id: scene.source,
      schedule: { interval: 60 },
    })
    const runsOf = async () =>
      (await scene.metadata.query('SELECT status FROM executions WHERE query_id = $1 AND scheduled', [query.id])).rows
    await pollWhile(async () => (await runsOf())[0]?.status !== JobStatus.done)
    expect(await runsOf()).toHaveLength(1)
  })
})
