import { JobStatus } from '@sightline/contract/executions.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource } from '../../../testing/builders.ts'
import { never } from '../../../testing/never.ts'
import { ENDLESS } from '../../../testing/runs.ts'
import { isRunning, mostAtOnce, useWorkerProcesses } from '../../../testing/worker-processes.ts'
import { findRunnable } from '../../data-sources/service.ts'
import { startOrJoin } from '../queue.ts'
import { executions } from '../tables.ts'
import { claimNext } from './claim.store.ts'
import { runInline } from './run.ts'

const world = useWorkerProcesses()
const { process, addWorker, limit, start, find, ended, all, until } = world

describe('workers that claim executions', () => {
  it('never exceed the limit of a source and never claim one twice, whatever the race', async () => {
    await limit(world.source, 3)
    for (let round = 0; round < 10; round++) {
      await world.server.services.db.delete(executions)
      for (let n = 0; n < 8; n++) await start(`select ${n}`)
      const claims = await Promise.all(Array.from({ length: 12 }, (_, n) => claimNext(world.server.services.db, `worker ${n}`)))
      const taken = claims.flatMap((claim) => claim?.id ?? [])
      expect(new Set(taken).size).toBe(taken.length)
      expect(
        (await all())
          .filter(isRunning)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(taken.sort())
      // A worker that lost a race tries again when it is woken.
      while (await claimNext(world.server.services.db, 'late')) {}
      expect((await all()).filter(isRunning)).toHaveLength(3)
    }
  })

  it('respect the limit of a source over all processes, and use it fully', async () => {
    await limit(world.source, 2)
    await addWorker('one')
    await addWorker('two')
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await start(`select ${n} as n from range(300000) where range < 3`))
    await Promise.all(ids.map(ended))
    const rows = await all()
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => JobStatus.done))
    expect(mostAtOnce(rows)).toBe(2)
  })

  it('skip a source that is full', async () => {
    const other = (await buildDataSource(world.server)).id
    await limit(world.source, 1)
    await addWorker('one')
    const running = await start(ENDLESS)
    await until(running, isRunning)
    const waiting = await start('select 1 as waits')
    const passing = await start('select 1 as passes', { on: other })
    expect((await ended(passing))?.execution.status).toBe(JobStatus.done)
    expect((await find(waiting)).status).toBe(JobStatus.waiting)
    await world.server.admin.delete(`/api/jobs/${running}`)
    expect((await ended(waiting))?.execution.status).toBe(JobStatus.done)
  })

  it('claim executions of users before those of schedules, then first come, first served', async () => {
    const scheduled = await start('select 1', { scheduled: true })
    const joined = await start('select 2', { scheduled: true })
    const first = await start('select 3')
    const second = await start('select 4')
    expect(await start('select 2', { userId: world.server.admin.id })).toBe(joined)
    // Rows created within one tick of the database's clock have the same time.
    for (const [n, id] of [scheduled, joined, first, second].entries())
      await world.server.services.db
        .update(executions)
        .set({ created_at: new Date(n) })
        .where(eq(executions.id, id))
    const order: (string | undefined)[] = []
    for (let n = 0; n < 5; n++) order.push((await claimNext(world.server.services.db, 'one'))?.id)
    expect(order).toEqual([joined, first, second, scheduled, undefined])
  })

  it('run what waited before they started, in as many slots as they have', async () => {
    const ids = [await start('select 1'), await start('select 2'), await start('select 3')]
    await addWorker('one', { executionConcurrency: 1 })
    await Promise.all(ids.map(ended))
    const rows = await all()
    expect(rows.map(({ status }) => status)).toEqual([JobStatus.done, JobStatus.done, JobStatus.done])
    expect(mostAtOnce(rows)).toBe(1)
  })
})

describe('a nested run', () => {
  const slots = { executionConcurrency: 1 }

  it('needs no slot of the worker', async () => {
    await addWorker('one', slots)
    const outer = await start(ENDLESS)
    await until(outer, isRunning)
    const inner = await start('select 1 as inner_run')
    const end = await runInline(process('one', slots), inner, never)
    expect(end).toMatchObject({ execution: { status: JobStatus.done }, result: { row_count: 1 } })
  })

  it('waits for the end if another worker has claimed it', async () => {
    await addWorker('one', slots)
    const inner = await start('select count(*) as n from range(20000000) where range % 3 = 1')
    await until(inner, isRunning)
    const end = await runInline(process('two', slots), inner, never)
    expect(end).toMatchObject({ execution: { status: JobStatus.done, worker: 'one' } })
  })

  it('respects the limit of its source', async () => {
    await limit(world.source, 1)
    await addWorker('one')
    const holder = await start(ENDLESS)
    await until(holder, isRunning)
    const inner = await start('select 1 as waits_for_its_source')
    const end = runInline(process('two'), inner, never)
    expect((await find(inner)).status).toBe(JobStatus.waiting)
    await world.server.admin.delete(`/api/jobs/${holder}`)
    expect(await end).toMatchObject({ execution: { status: JobStatus.done } })
    expect(mostAtOnce(await all())).toBe(1)
  })

  it('is stopped with the outer run if no one else wants it', async () => {
    const outer = new AbortController()
    const inner = await start(ENDLESS, { userId: world.server.admin.id })
    const end = runInline(process('one'), inner, outer.signal)
    await until(inner, isRunning)
    outer.abort(new Error('The outer run was stopped.'))
    await expect(end).rejects.toThrow('The outer run was stopped.')
    expect((await ended(inner))?.execution ?? (await find(inner))).toMatchObject({ status: JobStatus.failed })
  })

  it('continues without the outer run if another user also wants it', async () => {
    const ada = await world.server.person({ name: 'Ada' })
    const outer = new AbortController()
    const text = 'select count(*) as n from range(40000000) where range % 3 = 1'
    const inner = await start(text, { userId: world.server.admin.id })
    const end = runInline(process('one'), inner, outer.signal)
    await until(inner, isRunning)
    expect(await start(text, { userId: ada.id })).toBe(inner)
    const whole = ended(inner)
    outer.abort(new Error('The outer run was stopped.'))
    await expect(end).rejects.toThrow('The outer run was stopped.')
    expect((await whole)?.execution.status).toBe(JobStatus.done)
  })
})

describe('many requests for the same query', () => {
  it('cause one execution: 200 requests at once (EXEC-36, OPEN-40)', async () => {
    await addWorker('one')
    const ask = () =>
      world.server.admin.post<{ job: { id: string } }>('/api/query_results', {
        data_source_id: world.source,
        query: ENDLESS,
        max_age: 0,
        wait: 1,
      })
    const ids = (await Promise.all(Array.from({ length: 200 }, ask))).map(({ body }) => body.job.id)
    expect(new Set(ids).size).toBe(1)
    expect(await all()).toHaveLength(1)
    await world.server.admin.delete(`/api/jobs/${ids[0]}`)
  })
})

describe('a run that the server starts itself', () => {
  it('wakes a worker and records its user and purpose', async () => {
    await addWorker('one')
    const found = await findRunnable(world.server.services, world.source)
    if (!found) throw new Error('The data source is missing.')
    const run = {
      source: found,
      text: 'select 1 as started',
      queryId: null,
      userId: world.server.admin.id,
      bindsTexts: false,
      parameters: {},
      scheduled: true,
      key: null,
    }
    const { id, isNew } = await startOrJoin(world.server.services, run)
    expect(isNew).toBe(true)
    expect((await ended(id))?.execution).toMatchObject({
      status: JobStatus.done,
      scheduled: true,
      user_id: world.server.admin.id,
    })
  })
})
