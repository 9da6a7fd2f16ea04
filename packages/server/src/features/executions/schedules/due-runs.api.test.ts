import { JobStatus } from '@sightline/contract/executions.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { never } from '../../../testing/never.ts'
import { pollWhile } from '../../../testing/poll-while.ts'
import { HOUR_MS, hourly, MINUTE_MS, NOON, useScheduledQueries } from '../../../testing/scheduled-queries.ts'
import { queries } from '../../queries/tables.ts'
import { startSchedules } from '../jobs.ts'
import { executions } from '../tables.ts'
import { removeEndedSchedules, startDue } from './due-runs.ts'
import * as store from './store.ts'

const { analyst, ownText, scheduledQuery, runDue, allEnded, later, runsOf, stateOf, set, save } = useScheduledQueries()

describe('a query that is due', () => {
  it('runs if it never ran before, and again when its interval has passed (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await runDue()
    expect(await runsOf(query)).toMatchObject([
      { status: JobStatus.done, scheduled: true, user_id: analyst.ada.id, query_id: query.id },
    ])
    expect(await stateOf(query)).toMatchObject({
      scheduled_at: '2026-11-22T12:00:00Z',
      latest_query_data_id: expect.any(Number),
      schedule_failures: 0,
    })
    later(HOUR_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
    later(1)
    await runDue()
    expect(await runsOf(query)).toHaveLength(2)
    await runDue()
    expect(await runsOf(query)).toHaveLength(2)
  })

  it('runs at its time of day in UTC and on its weekday (SCHED-18)', async () => {
    const daily = await scheduledQuery({ schedule: { interval: 86400, time: '13:30' } })
    const weekly = await scheduledQuery({ schedule: { interval: 604800, time: '13:30', day_of_week: 'Monday' } })
    for (const query of [daily, weekly]) await set(query, { scheduled_at: NOON })
    const counts = async () => [(await runsOf(daily)).length, (await runsOf(weekly)).length]
    analyst.server.clock.now = new Date('2026-11-22T13:30:00Z')
    await runDue()
    expect(await counts()).toEqual([0, 0])
    later(1)
    await runDue()
    expect(await counts()).toEqual([1, 0])
    analyst.server.clock.now = new Date('2026-11-23T13:30:00.001Z')
    await runDue()
    expect(await counts()).toEqual([1, 1])
    later(1)
    await runDue()
    expect(await counts()).toEqual([2, 1])
  })

  it('runs at the same time of day in its time zone before and after the clock changes (SCHED-21)', async () => {
    analyst.server.clock.now = new Date('2026-10-24T12:00:00Z')
    const inBerlin = { interval: 86400, local_time: '08:00', time_zone: 'Europe/Berlin' }
    const query = await scheduledQuery({ schedule: inBerlin })
    expect(query.schedule).toMatchObject({ time: '07:00' })
    await set(query, { scheduled_at: new Date('2026-10-24T06:00:00Z') })
    analyst.server.clock.now = new Date('2026-10-25T07:00:00Z')
    await runDue()
    expect(await runsOf(query)).toHaveLength(0)
    later(1)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('counts its interval from its latest result until its schedule has started it once', async () => {
    const query = await scheduledQuery()
    analyst.server.clock.now = null
    await analyst.ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    await runDue()
    expect(await runsOf(query)).toMatchObject([{ scheduled: false }])
  })

  it('is started once, however many processes poll at the same time (SCHED-18)', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => scheduledQuery()))
    await Promise.all(Array.from({ length: 6 }, () => startDue(analyst.server.services, never)))
    await allEnded()
    for (const query of all) expect(await runsOf(query)).toHaveLength(1)
  })

  it('is claimed by one of several workers that have read the same state, even if its run ends before the other claims (SCHED-18)', async () => {
    const query = await scheduledQuery()
    const { db } = analyst.server.services
    const [[read], [readByAnother]] = await Promise.all([store.runnable(db, [query.id]), store.runnable(db, [query.id])])
    if (!read || !readByAnother) throw new Error('The query was not found.')
    await runDue()
    expect(await store.claim(db, readByAnother, NOON, null)).toBeNull()
    expect(await runsOf(query)).toHaveLength(1)
    const [again] = await store.runnable(db, [query.id])
    await analyst.ada.post(`/api/queries/${query.id}`, { query: 'select 0 as changed' })
    expect(again && (await store.claim(db, again, NOON, null))).toBeNull()
  })

  it('leaves the event loop free for other work while many are started', async () => {
    await Promise.all(Array.from({ length: 12 }, () => scheduledQuery()))
    let turns = 0
    let isStarting = true
    const count = () => {
      turns++
      if (isStarting) setImmediate(count)
    }
    count()
    await startDue(analyst.server.services, never)
    isStarting = false
    expect(turns).toBeGreaterThanOrEqual(3)
    await allEnded()
  })

  it('shares one run with other queries of the same text', async () => {
    const text = ownText()
    const [one, other] = [await scheduledQuery({ query: text }), await scheduledQuery({ query: ` ${text} ;` })]
    await runDue()
    const [run, ...more] = await runsOf(one)
    expect(more).toEqual([])
    expect((await runsOf(other)).map(({ id }) => id)).toEqual([run?.id])
    for (const query of [one, other]) expect((await stateOf(query)).latest_query_data_id).toBe(run?.query_result_id)
  })

  it('is not started again while its last run is under way', async () => {
    const query = await scheduledQuery()
    await analyst.server.admin.post(`/api/data_sources/${analyst.source}/pause`)
    await set(query, { scheduled_at: NOON })
    await analyst.server.admin.delete(`/api/data_sources/${analyst.source}/pause`)
    // A run that no worker ends, in place of one that takes hours. Without the time of its claim nobody takes it over.
    const id = '00000000-0000-4000-8000-000000000001'
    const run = {
      id,
      data_source_id: analyst.source,
      query: 'select pi()',
      query_hash: 'x',
      status: JobStatus.processing,
      worker: 'far away',
    }
    await analyst.server.services.db.insert(executions).values({ ...run, query_ids: [query.id] })
    await set(query, { scheduled_execution_id: id })
    later(5 * HOUR_MS)
    await startDue(analyst.server.services, never)
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('is not started after it was archived (SCHED-20)', async () => {
    const query = await scheduledQuery()
    await set(query, { is_archived: true })
    await runDue()
    expect(await runsOf(query)).toEqual([])
  })

  it('waits while its data source is paused', async () => {
    const query = await scheduledQuery()
    await analyst.server.admin.post(`/api/data_sources/${analyst.source}/pause`)
    await runDue()
    expect(await runsOf(query)).toEqual([])
    await analyst.server.admin.delete(`/api/data_sources/${analyst.source}/pause`)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('stops on its until date and then loses its schedule (SCHED-19)', async () => {
    const query = await scheduledQuery({ schedule: { ...hourly, until: '2026-11-23' } })
    analyst.server.clock.now = new Date('2026-11-23T00:00:00Z')
    await runDue()
    expect(await runsOf(query)).toEqual([])
    analyst.server.clock.now = new Date('2026-11-22T23:59:59Z')
    await removeEndedSchedules(analyst.server.services)
    expect((await stateOf(query)).schedule).not.toBeNull()
    analyst.server.clock.now = new Date('2026-11-23T00:00:00Z')
    await removeEndedSchedules(analyst.server.services)
    expect((await stateOf(query)).schedule).toBeNull()
  })

  it('is disabled if its schedule is invalid', async () => {
    const { db } = analyst.server.services
    const [one, other] = [await scheduledQuery(), await scheduledQuery()]
    await db.update(queries).set({ schedule: sql`'{"interval": 3600, "time": "soon"}'::jsonb` }).where(eq(queries.id, one.id))
    await db.update(queries).set({ schedule: sql`'"now and then"'::jsonb` }).where(eq(queries.id, other.id))
    await runDue()
    const empty = { interval: null, time: null, day_of_week: null, until: null }
    expect((await stateOf(one)).schedule).toEqual({ ...empty, interval: 3600, time: 'soon', disabled: true })
    expect((await stateOf(other)).schedule).toEqual({ ...empty, disabled: true })
    await runDue()
    for (const query of [one, other]) expect(await runsOf(query)).toEqual([])
    expect((await save(analyst.ada, one, hourly)).body.schedule).toEqual({ ...empty, interval: 3600 })
  })
})

describe('a process that ends, and a clock that jumps', () => {
  it('leaves the query due if it dies during a start (SCHED-18)', async () => {
    const query = await scheduledQuery()
    const { db } = analyst.server.services
    await db.execute(
      sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`,
    )
    await db.execute(sql`create trigger break_off after insert on executions for each row execute function break_off()`)
    await startDue(analyst.server.services, never)
    expect((await stateOf(query)).scheduled_at).toBeNull()
    expect(analyst.server.log.join('')).toContain('Scheduled queries could not be started.')
    await db.execute(sql`drop function break_off() cascade`)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('starts what became due meanwhile as soon as a worker is back (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await set(query, { scheduled_at: new Date(NOON.getTime() - 30 * HOUR_MS) })
    const scheduler = await startSchedules(analyst.server.services)
    await pollWhile(async () => (await runsOf(query)).length === 0)
    await scheduler.stop()
    await allEnded()
    expect(await runsOf(query)).toMatchObject([{ status: JobStatus.done }])
  })

  it('has unsettled runs settled by the next poll (OPEN-48)', async () => {
    const [failed, done] = [await scheduledQuery(), await scheduledQuery()]
    await runDue()
    const [[failedRun], [doneRun]] = [await runsOf(failed), await runsOf(done)]
    await analyst.server.services.db
      .update(executions)
      .set({ status: JobStatus.failed, error: 'gone wrong', query_result_id: null })
      .where(eq(executions.id, failedRun?.id ?? ''))
    await set(failed, { scheduled_execution_id: failedRun?.id ?? null, schedule_failures: 4 })
    await set(done, { scheduled_execution_id: doneRun?.id ?? null, schedule_failures: 4 })
    await runDue()
    expect((await stateOf(failed)).schedule_failures).toBe(5)
    expect((await stateOf(done)).schedule_failures).toBe(0)
  })

  it('makes one run if the clock is put forward, and none for a slot that was already run if it is put back (SCHED-18)', async () => {
    const query = await scheduledQuery({ schedule: { interval: 86400, time: '12:30' } })
    await set(query, { scheduled_at: NOON })
    later(10 * 24 * HOUR_MS)
    await runDue()
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
    later(-2 * HOUR_MS)
    await runDue()
    later(2 * HOUR_MS + 29 * MINUTE_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('does not delay a query for years after a clock that was years ahead (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await set(query, { scheduled_at: new Date('2031-01-01T00:00:00Z') })
    await runDue()
    expect(await runsOf(query)).toEqual([])
    expect((await stateOf(query)).scheduled_at).toBe('2026-11-22T12:00:00Z')
    later(HOUR_MS + 1)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
  })
})
