import type { Query } from '@sightline/contract/queries.ts'
import type { PastExecution } from '@sightline/contract/query-history.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { pollWhile } from '../../../testing/poll-while.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { dataSourceGroups } from '../../data-sources/tables.ts'
import { queries } from '../../queries/tables.ts'
import { organizations } from '../../settings/tables.ts'
import { users } from '../../users/tables.ts'
import { startSchedules } from '../jobs.ts'
import { executions, scheduleFailures } from '../tables.ts'
import { removeEndedSchedules, startDue } from './due-runs.ts'
import * as store from './store.ts'

const NOON = new Date('2026-11-22T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const hourly = { interval: 3600 }
const FAILING = 'select * from no_such_table'

let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOON
})
afterEach(async () => {
  // Queries that one test has scheduled must not be due in the next one.
  await server.services.db.update(queries).set({ schedule: null, scheduled_execution_id: null })
  await server.services.db.delete(executions)
  await server.services.db.delete(scheduleFailures)
})

const going = new AbortController().signal

let made = 0
/** A scheduled query of Ada's with a unique text. */
const scheduledQuery = (fields: Record<string, unknown> = {}) =>
  buildQuery(ada, { data_source_id: source, query: `select ${++made} as n`, schedule: hourly, ...fields })

/** Starts due queries, and waits until all started runs have ended and are settled. */
async function look(): Promise<void> {
  await startDue(server.services, going)
  await allEnded()
}

async function allEnded(): Promise<void> {
  const { db } = server.services
  await pollWhile(async () => {
    const [underWay] = await db
      .select({ id: executions.id })
      .from(executions)
      .where(inArray(executions.status, [1, 2]))
      .limit(1)
    const [unsettled] = await db
      .select({ id: queries.id })
      .from(queries)
      .where(sql`${queries.scheduled_execution_id} is not null`)
      .limit(1)
    return underWay !== undefined || unsettled !== undefined
  })
}

const later = (ms: number) => {
  server.clock.now = new Date((server.clock.now ?? NOON).getTime() + ms)
}
const runsOf = ({ id }: { id: number }) =>
  server.services.db.select().from(executions).where(sql`${id} = any(${executions.query_ids})`)
const stateOf = async ({ id }: { id: number }) => (await ada.get<Query>(`/api/queries/${id}`)).body
const set = ({ id }: { id: number }, fields: Partial<typeof queries.$inferInsert>) =>
  server.services.db.update(queries).set(fields).where(eq(queries.id, id))
const save = (who: Person, { id }: { id: number }, schedule: unknown) => who.post<Query>(`/api/queries/${id}`, { schedule })

describe('a schedule that is saved', () => {
  it('has its four fields, and is removed with null (SCHED-02, SCHED-17)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const weekly = { interval: 604800, time: '06:15', day_of_week: 'Monday', until: '2027-01-31' }
    expect((await save(ada, query, weekly)).body.schedule).toEqual(weekly)
    expect((await stateOf(query)).schedule).toEqual(weekly)
    expect((await save(ada, query, { interval: '7200' })).body.schedule).toEqual({
      interval: 7200,
      time: null,
      day_of_week: null,
      until: null,
    })
    expect((await save(ada, query, null)).body.schedule).toBeNull()
  })

  it('keeps the time of its time zone, until a client of the Redash API sets another time in UTC (SCHED-24, SCHED-25)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const inUtc = { interval: 86400, time: '07:00', day_of_week: null, until: null }
    const inBerlin = { ...inUtc, local_time: '08:00', local_day_of_week: null, time_zone: 'Europe/Berlin' }
    expect((await save(ada, query, { ...inBerlin, time: '00:15' })).body.schedule).toEqual(inBerlin)
    const ending = { ...inBerlin, until: '2027-08-31' }
    expect((await save(ada, query, { ...inUtc, until: '2027-08-31' })).body.schedule).toEqual(ending)
    server.clock.now = new Date('2027-07-01T12:00:00Z')
    const inSummer = { ...inUtc, time: '06:00' }
    expect((await save(ada, query, inBerlin)).body.schedule).toEqual({ ...inBerlin, ...inSummer })
    expect((await save(ada, query, { ...inUtc, time: '05:00' })).body.schedule).toEqual({ ...inUtc, time: '05:00' })
    expect(await save(ada, query, { ...inBerlin, time_zone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { message: '"Mars/Olympus" is not the name of a time zone, such as Europe/Berlin.' },
    })
  })

  it('is refused if it is shorter than the operator allows, but an existing one stays (OPEN-06)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, schedule: { interval: 60 } })
    const save = (body: object) => ada.post(`/api/queries/${query.id}`, body)
    const { config } = server.services
    config.minRefreshInterval = 300
    try {
      expect(await save({ schedule: { interval: 120 } })).toMatchObject({
        status: 400,
        body: { message: 'A schedule cannot run a query more often than every 300 seconds on this server.' },
      })
      expect((await save({ name: 'Renamed', schedule: query.schedule })).status).toBe(200)
      expect((await save({ schedule: { interval: 300 } })).status).toBe(200)
    } finally {
      config.minRefreshInterval = 30
    }
  })

  it('is refused below 30 seconds (SCHED-04)', async () => {
    const query = await scheduledQuery({ schedule: null })
    for (const schedule of [{ interval: 29 }, { interval: 0 }, { interval: -3600 }, '29']) {
      expect(await save(ada, query, schedule)).toMatchObject({
        status: 400,
        body: { message: 'A schedule needs an interval of at least 30 seconds.' },
      })
    }
    expect((await save(ada, query, { interval: 30 })).status).toBe(200)
  })

  it('is removed if it has already ended (SCHED-19)', async () => {
    const query = await scheduledQuery({ schedule: null })
    expect(await save(ada, query, { ...hourly, until: '2026-11-22' })).toMatchObject({ status: 200, body: { schedule: null } })
    expect((await save(ada, query, { ...hourly, until: '2026-11-23' })).status).toBe(200)
  })

  it('needs schedule_query and the right to edit the query (SCHED-16)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const bob = await server.person({ name: 'Bob' })
    expect((await save(bob, query, hourly)).status).toBe(403)
    const carl = await server.person({ name: 'Carl', permissions: ['create_query', 'edit_query', 'view_query', 'view_source'] })
    await set(query, { user_id: carl.id })
    // Carl owns the query now but sees no data source of it; one that he can see shows that scheduling is what is refused.
    const group = carl.groupIds[0] ?? 0
    const shared = await buildDataSource(server, { groups: { [group]: false } })
    const own = await buildQuery(carl, { data_source_id: shared.id })
    expect((await save(carl, own, hourly)).status).toBe(403)
    expect((await carl.post(`/api/queries/${own.id}`, { name: 'Renamed' })).status).toBe(200)
    expect((await stateOf(query)).schedule).toBeNull()
  })
})

describe('a query that is due', () => {
  it('runs if it never ran before, and again when its interval has passed (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await look()
    expect(await runsOf(query)).toMatchObject([{ status: 3, scheduled: true, user_id: ada.id, query_id: query.id }])
    expect(await stateOf(query)).toMatchObject({
      scheduled_at: '2026-11-22T12:00:00Z',
      latest_query_data_id: expect.any(Number),
      schedule_failures: 0,
    })
    later(HOUR_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
    later(1)
    await look()
    expect(await runsOf(query)).toHaveLength(2)
    await look()
    expect(await runsOf(query)).toHaveLength(2)
  })

  it('runs at its time of day in UTC and on its weekday (SCHED-18)', async () => {
    const daily = await scheduledQuery({ schedule: { interval: 86400, time: '13:30' } })
    const weekly = await scheduledQuery({ schedule: { interval: 604800, time: '13:30', day_of_week: 'Monday' } })
    for (const query of [daily, weekly]) await set(query, { scheduled_at: NOON })
    const counts = async () => [(await runsOf(daily)).length, (await runsOf(weekly)).length]
    server.clock.now = new Date('2026-11-22T13:30:00Z')
    await look()
    expect(await counts()).toEqual([0, 0])
    later(1)
    await look()
    expect(await counts()).toEqual([1, 0])
    server.clock.now = new Date('2026-11-23T13:30:00.001Z')
    await look()
    expect(await counts()).toEqual([1, 1])
    later(1)
    await look()
    expect(await counts()).toEqual([2, 1])
  })

  it('runs at the same time of day in its time zone before and after the clock changes (SCHED-21)', async () => {
    server.clock.now = new Date('2026-10-24T12:00:00Z')
    const inBerlin = { interval: 86400, local_time: '08:00', time_zone: 'Europe/Berlin' }
    const query = await scheduledQuery({ schedule: inBerlin })
    expect(query.schedule).toMatchObject({ time: '07:00' })
    await set(query, { scheduled_at: new Date('2026-10-24T06:00:00Z') })
    server.clock.now = new Date('2026-10-25T07:00:00Z')
    await look()
    expect(await runsOf(query)).toHaveLength(0)
    later(1)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('counts its interval from its latest result until its schedule has started it once', async () => {
    const query = await scheduledQuery()
    server.clock.now = null
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    await look()
    expect(await runsOf(query)).toMatchObject([{ scheduled: false }])
  })

  it('is started once, however many processes poll at the same time (SCHED-18)', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => scheduledQuery()))
    await Promise.all(Array.from({ length: 6 }, () => startDue(server.services, going)))
    await allEnded()
    for (const query of all) expect(await runsOf(query)).toHaveLength(1)
  })

  it('is claimed by one of several workers that have read the same state, even if its run ends before the other claims (SCHED-18)', async () => {
    const query = await scheduledQuery()
    const { db } = server.services
    const [[read], [readByAnother]] = await Promise.all([store.runnable(db, [query.id]), store.runnable(db, [query.id])])
    if (!read || !readByAnother) throw new Error('The query was not found.')
    await look()
    expect(await store.claim(db, readByAnother, NOON, null)).toBeNull()
    expect(await runsOf(query)).toHaveLength(1)
    const [again] = await store.runnable(db, [query.id])
    await ada.post(`/api/queries/${query.id}`, { query: 'select 0 as changed' })
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
    await startDue(server.services, going)
    isStarting = false
    expect(turns).toBeGreaterThanOrEqual(3)
    await allEnded()
  })

  it('shares one run with other queries of the same text', async () => {
    const text = `select ${++made} as n`
    const [one, other] = [await scheduledQuery({ query: text }), await scheduledQuery({ query: ` ${text} ;` })]
    await look()
    const [run, ...more] = await runsOf(one)
    expect(more).toEqual([])
    expect((await runsOf(other)).map(({ id }) => id)).toEqual([run?.id])
    for (const query of [one, other]) expect((await stateOf(query)).latest_query_data_id).toBe(run?.query_result_id)
  })

  it('is not started again while its last run is under way', async () => {
    const query = await scheduledQuery()
    await server.admin.post(`/api/data_sources/${source}/pause`)
    await set(query, { scheduled_at: NOON })
    await server.admin.delete(`/api/data_sources/${source}/pause`)
    // A run that no worker ends, in place of one that takes hours. Without the time of its claim nobody takes it over.
    const id = '00000000-0000-4000-8000-000000000001'
    const run = { id, data_source_id: source, query: 'select pi()', query_hash: 'x', status: 2, worker: 'far away' }
    await server.services.db.insert(executions).values({ ...run, query_ids: [query.id] })
    await set(query, { scheduled_execution_id: id })
    later(5 * HOUR_MS)
    await startDue(server.services, going)
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('is not started after it was archived (SCHED-20)', async () => {
    const query = await scheduledQuery()
    await set(query, { is_archived: true })
    await look()
    expect(await runsOf(query)).toEqual([])
  })

  it('waits while its data source is paused', async () => {
    const query = await scheduledQuery()
    await server.admin.post(`/api/data_sources/${source}/pause`)
    await look()
    expect(await runsOf(query)).toEqual([])
    await server.admin.delete(`/api/data_sources/${source}/pause`)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('stops on its until date and then loses its schedule (SCHED-19)', async () => {
    const query = await scheduledQuery({ schedule: { ...hourly, until: '2026-11-23' } })
    server.clock.now = new Date('2026-11-23T00:00:00Z')
    await look()
    expect(await runsOf(query)).toEqual([])
    server.clock.now = new Date('2026-11-22T23:59:59Z')
    await removeEndedSchedules(server.services)
    expect((await stateOf(query)).schedule).not.toBeNull()
    server.clock.now = new Date('2026-11-23T00:00:00Z')
    await removeEndedSchedules(server.services)
    expect((await stateOf(query)).schedule).toBeNull()
  })

  it('is disabled if its schedule is invalid', async () => {
    const { db } = server.services
    const [one, other] = [await scheduledQuery(), await scheduledQuery()]
    await db.update(queries).set({ schedule: sql`'{"interval": 3600, "time": "soon"}'::jsonb` }).where(eq(queries.id, one.id))
    await db.update(queries).set({ schedule: sql`'"now and then"'::jsonb` }).where(eq(queries.id, other.id))
    await look()
    const empty = { interval: null, time: null, day_of_week: null, until: null }
    expect((await stateOf(one)).schedule).toEqual({ ...empty, interval: 3600, time: 'soon', disabled: true })
    expect((await stateOf(other)).schedule).toEqual({ ...empty, disabled: true })
    await look()
    for (const query of [one, other]) expect(await runsOf(query)).toEqual([])
    expect((await save(ada, one, hourly)).body.schedule).toEqual({ ...empty, interval: 3600 })
  })
})

/** Failures are recorded once the organization wants mails about them. */
const wantMails = () =>
  server.services.db
    .update(organizations)
    .set({ settings: sql`${organizations.settings} || '{"send_email_on_failed_scheduled_queries": true}'::jsonb` })
const reasons = async () => (await server.services.db.select().from(scheduleFailures)).map(({ reason }) => reason)

describe('the owner of a scheduled query', () => {
  const reasons = async () => (await server.services.db.select().from(scheduleFailures)).map(({ reason }) => reason)

  it('must have access to its data source, or it is not run and the owner is notified', async () => {
    const group = await buildGroup(server)
    const shared = await buildDataSource(server, { groups: { [group]: false } })
    const bob = await server.person({ groups: [group] })
    const query = await buildQuery(bob, { data_source_id: shared.id, query: 'select 1 as of_bob', schedule: hourly })
    await look()
    expect(await runsOf(query)).toHaveLength(1)

    const { db } = server.services
    await db.update(organizations).set({ settings: { send_email_on_failed_scheduled_queries: true } })
    await db.update(dataSourceGroups).set({ view_only: true }).where(eq(dataSourceGroups.group_id, group))
    later(2 * HOUR_MS)
    await look()
    // Without free text it may still be run with view-only access.
    expect(await runsOf(query)).toHaveLength(2)

    await db.delete(dataSourceGroups).where(eq(dataSourceGroups.group_id, group))
    later(2 * HOUR_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(2)
    expect(await reasons()).toEqual([
      `Skipping refresh of ${query.id} because its owner no longer has access to its data source.`,
    ])

    await db.insert(dataSourceGroups).values({ data_source_id: shared.id, group_id: group, view_only: false })
    later(2 * HOUR_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(3)
  })

  it('must not be disabled, or nothing is run', async () => {
    const bob = await server.person()
    const query = await buildQuery(bob, { data_source_id: source, query: 'select 2 as of_bob', schedule: hourly })
    await server.services.db.update(users).set({ disabled_at: NOON }).where(eq(users.id, bob.id))
    await look()
    expect(await runsOf(query)).toEqual([])
  })
})

describe('parameters of a scheduled query', () => {
  const parameter = (fields: object) => ({ options: { parameters: [{ name: 'p', title: 'P', ...fields }] } })

  it('are filled in with their stored values', async () => {
    const query = await scheduledQuery({ query: 'select {{ p }} * 2 as n', ...parameter({ type: 'number', value: 21 }) })
    await look()
    const { latest_query_data_id: id } = await stateOf(query)
    expect((await ada.get(`/api/query_results/${id}`)).body).toMatchObject({ query_result: { data: { rows: [{ n: 42 }] } } })
  })

  it('are kept with the run, dynamic dates as they were resolved (OPEN-513)', async () => {
    const query = await scheduledQuery({
      query: "select '{{ p }}' as day",
      ...parameter({ type: 'date', value: 'd_yesterday' }),
    })
    await look()
    const past = (await ada.get<PastExecution[]>(`/api/queries/${query.id}/executions`)).body
    expect(past).toMatchObject([{ scheduled: true, parameters: { p: '2026-11-21' } }])
  })

  it('are resolved in UTC if they are dynamic, and the query shows the result (OPEN-38)', async () => {
    const query = await scheduledQuery({
      query: "select '{{ p }}' as day",
      ...parameter({ type: 'date', value: 'd_yesterday' }),
    })
    server.clock.now = new Date('2026-11-22T00:10:00Z')
    await look()
    const { latest_query_data_id: id } = await stateOf(query)
    expect((await ada.get(`/api/query_results/${id}`)).body).toMatchObject({
      query_result: { data: { rows: [{ day: '2026-11-21' }] } },
    })
  })

  it('make the run fail with a clear message if their values do not fit (OPEN-48)', async () => {
    await wantMails()
    const query = await scheduledQuery({ query: 'select {{ p }}', ...parameter({ type: 'number', value: 'many' }) })
    await look()
    expect(await runsOf(query)).toEqual([])
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 1, scheduled_at: '2026-11-22T12:00:00Z' })
    expect(await reasons()).toEqual([
      `Skipping refresh of ${query.id} because of invalid parameters: The following parameter values are incompatible with their definitions: p`,
    ])
  })

  it('make the run fail with a clear message if one is missing or its dropdown has lost its data source (OPEN-48)', async () => {
    await wantMails()
    const options = await scheduledQuery({ schedule: null })
    const missing = await scheduledQuery({ query: 'select {{ q }}' })
    const detached = await scheduledQuery({
      query: 'select {{ p }}',
      ...parameter({ type: 'query', queryId: options.id, value: 1 }),
    })
    await set(options, { data_source_id: null })
    await look()
    expect((await reasons()).sort()).toEqual(
      [
        `Skipping refresh of ${missing.id} because of invalid parameters: Missing parameter value for: q`,
        `Skipping refresh of ${detached.id} because a related dropdown query (${options.id}) is unattached to any datasource.`,
      ].sort(),
    )
  })
})

describe('a scheduled run that fails', () => {
  it('delays the next attempt by 2 to the power of its failures, in minutes (OPEN-48)', async () => {
    const query = await scheduledQuery({ query: `${FAILING} -- ${++made}` })
    await look()
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 1 })
    later(HOUR_MS + 2 * MINUTE_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
    later(1)
    await look()
    expect(await runsOf(query)).toHaveLength(2)
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 2 })
    later(HOUR_MS + 4 * MINUTE_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(2)
    later(1)
    await look()
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 3 })
  })

  it('is reset by a successful run, even one of a user (OPEN-48)', async () => {
    const [one, other] = [await scheduledQuery(), await scheduledQuery()]
    for (const query of [one, other]) await set(query, { schedule_failures: 3, scheduled_at: NOON })
    await ada.post(`/api/queries/${one.id}/results`, { max_age: 0, wait: 20_000 })
    later(HOUR_MS + 9 * MINUTE_MS)
    await look()
    for (const query of [one, other]) expect((await stateOf(query)).schedule_failures).toBe(0)
  })

  it('is reset when another schedule is saved', async () => {
    const query = await scheduledQuery()
    await set(query, { schedule_failures: 7, scheduled_at: NOON })
    expect((await ada.post<Query>(`/api/queries/${query.id}`, { description: 'Still failing' })).body.schedule_failures).toBe(7)
    expect((await save(ada, query, { interval: 7200 })).body.schedule_failures).toBe(0)
  })

  it('does not count if a user cancelled it', async () => {
    const query = await scheduledQuery({
      query: 'select count(*) as n from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5',
    })
    await startDue(server.services, going)
    const [run] = await runsOf(query)
    expect((await ada.delete(`/api/jobs/${run?.id}`)).status).toBe(200)
    await allEnded()
    expect(await runsOf(query)).toMatchObject([{ status: 4 }])
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 0 })
  })
})

describe('a process that ends, and a clock that jumps', () => {
  it('leaves the query due if it dies during a start (SCHED-18)', async () => {
    const query = await scheduledQuery()
    const { db } = server.services
    await db.execute(
      sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`,
    )
    await db.execute(sql`create trigger break_off after insert on executions for each row execute function break_off()`)
    await startDue(server.services, going)
    expect((await stateOf(query)).scheduled_at).toBeNull()
    expect(server.log.join('')).toContain('Scheduled queries could not be started.')
    await db.execute(sql`drop function break_off() cascade`)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('starts what became due meanwhile as soon as a worker is back (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await set(query, { scheduled_at: new Date(NOON.getTime() - 30 * HOUR_MS) })
    const scheduler = await startSchedules(server.services)
    await pollWhile(async () => (await runsOf(query)).length === 0)
    await scheduler.stop()
    await allEnded()
    expect(await runsOf(query)).toMatchObject([{ status: 3 }])
  })

  it('has unsettled runs settled by the next poll (OPEN-48)', async () => {
    const [failed, done] = [await scheduledQuery(), await scheduledQuery()]
    await look()
    const [[failedRun], [doneRun]] = [await runsOf(failed), await runsOf(done)]
    await server.services.db
      .update(executions)
      .set({ status: 4, error: 'gone wrong', query_result_id: null })
      .where(eq(executions.id, failedRun?.id ?? ''))
    await set(failed, { scheduled_execution_id: failedRun?.id ?? null, schedule_failures: 4 })
    await set(done, { scheduled_execution_id: doneRun?.id ?? null, schedule_failures: 4 })
    await look()
    expect((await stateOf(failed)).schedule_failures).toBe(5)
    expect((await stateOf(done)).schedule_failures).toBe(0)
  })

  it('makes one run if the clock is put forward, and none for a slot that was already run if it is put back (SCHED-18)', async () => {
    const query = await scheduledQuery({ schedule: { interval: 86400, time: '12:30' } })
    await set(query, { scheduled_at: NOON })
    later(10 * 24 * HOUR_MS)
    await look()
    await look()
    expect(await runsOf(query)).toHaveLength(1)
    later(-2 * HOUR_MS)
    await look()
    later(2 * HOUR_MS + 29 * MINUTE_MS)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
  })

  it('does not delay a query for years after a clock that was years ahead (SCHED-18)', async () => {
    const query = await scheduledQuery()
    await set(query, { scheduled_at: new Date('2031-01-01T00:00:00Z') })
    await look()
    expect(await runsOf(query)).toEqual([])
    expect((await stateOf(query)).scheduled_at).toBe('2026-11-22T12:00:00Z')
    later(HOUR_MS + 1)
    await look()
    expect(await runsOf(query)).toHaveLength(1)
  })
})

describe('the settings of the installation', () => {
  it('offer the configured refresh intervals (OPEN-04)', async () => {
    const { body } = await ada.get<{ client_config: { queryRefreshIntervals: number[] } }>('/api/session')
    expect(body.client_config.queryRefreshIntervals).toEqual([
      60, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 18000, 21600, 25200, 28800, 32400, 36000, 39600, 43200, 86400, 604800,
      1209600, 2592000,
    ])
  })
})
