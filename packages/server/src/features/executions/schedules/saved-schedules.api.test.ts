import { describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../../testing/builders.ts'
import { hourly, useScheduledQueries } from '../../../testing/scheduled-queries.ts'

const { analyst, scheduledQuery, stateOf, set, save } = useScheduledQueries()

describe('a schedule that is saved', () => {
  it('has its four fields, and is removed with null (SCHED-02, SCHED-17)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const weekly = { interval: 604800, time: '06:15', day_of_week: 'Monday', until: '2027-01-31' }
    expect((await save(analyst.ada, query, weekly)).body.schedule).toEqual(weekly)
    expect((await stateOf(query)).schedule).toEqual(weekly)
    expect((await save(analyst.ada, query, { interval: '7200' })).body.schedule).toEqual({
      interval: 7200,
      time: null,
      day_of_week: null,
      until: null,
    })
    expect((await save(analyst.ada, query, null)).body.schedule).toBeNull()
  })

  it('keeps the time of its time zone, until a client of the Redash API sets another time in UTC (SCHED-24, SCHED-25)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const inUtc = { interval: 86400, time: '07:00', day_of_week: null, until: null }
    const inBerlin = { ...inUtc, local_time: '08:00', local_day_of_week: null, time_zone: 'Europe/Berlin' }
    expect((await save(analyst.ada, query, { ...inBerlin, time: '00:15' })).body.schedule).toEqual(inBerlin)
    const ending = { ...inBerlin, until: '2027-08-31' }
    expect((await save(analyst.ada, query, { ...inUtc, until: '2027-08-31' })).body.schedule).toEqual(ending)
    analyst.server.clock.now = new Date('2027-07-01T12:00:00Z')
    const inSummer = { ...inUtc, time: '06:00' }
    expect((await save(analyst.ada, query, inBerlin)).body.schedule).toEqual({ ...inBerlin, ...inSummer })
    expect((await save(analyst.ada, query, { ...inUtc, time: '05:00' })).body.schedule).toEqual({ ...inUtc, time: '05:00' })
    expect(await save(analyst.ada, query, { ...inBerlin, time_zone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { message: '"Mars/Olympus" is not the name of a time zone, such as Europe/Berlin.' },
    })
  })

  it('is refused if it is shorter than the operator allows, but an existing one stays (OPEN-06)', async () => {
    const query = await buildQuery(analyst.ada, { data_source_id: analyst.source, schedule: { interval: 60 } })
    const save = (body: object) => analyst.ada.post(`/api/queries/${query.id}`, body)
    const { config } = analyst.server.services
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
      expect(await save(analyst.ada, query, schedule)).toMatchObject({
        status: 400,
        body: { message: 'A schedule needs an interval of at least 30 seconds.' },
      })
    }
    expect((await save(analyst.ada, query, { interval: 30 })).status).toBe(200)
  })

  it('is removed if it has already ended (SCHED-19)', async () => {
    const query = await scheduledQuery({ schedule: null })
    expect(await save(analyst.ada, query, { ...hourly, until: '2026-11-22' })).toMatchObject({
      status: 200,
      body: { schedule: null },
    })
    expect((await save(analyst.ada, query, { ...hourly, until: '2026-11-23' })).status).toBe(200)
  })

  it('needs schedule_query and the right to edit the query (SCHED-16)', async () => {
    const query = await scheduledQuery({ schedule: null })
    const bob = await analyst.server.person({ name: 'Bob' })
    expect((await save(bob, query, hourly)).status).toBe(403)
    const carl = await analyst.server.person({
      name: 'Carl',
      permissions: ['create_query', 'edit_query', 'view_query', 'view_source'],
    })
    await set(query, { user_id: carl.id })
    // Carl owns the query now but sees no data source of it; one that he can see shows that scheduling is what is refused.
    const group = carl.groupIds[0] ?? 0
    const shared = await buildDataSource(analyst.server, { groups: { [group]: false } })
    const own = await buildQuery(carl, { data_source_id: shared.id })
    expect((await save(carl, own, hourly)).status).toBe(403)
    expect((await carl.post(`/api/queries/${own.id}`, { name: 'Renamed' })).status).toBe(200)
    expect((await stateOf(query)).schedule).toBeNull()
  })
})

describe('the settings of the installation', () => {
  it('offer the configured refresh intervals (OPEN-04)', async () => {
    const { body } = await analyst.ada.get<{ client_config: { queryRefreshIntervals: number[] } }>('/api/session')
    expect(body.client_config.queryRefreshIntervals).toEqual([
      60, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 18000, 21600, 25200, 28800, 32400, 36000, 39600, 43200, 86400, 604800,
      1209600, 2592000,
    ])
  })
})
