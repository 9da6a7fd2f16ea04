import type { PastExecution } from '@sightline/contract/query-history.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { HOUR_MS, hourly, NOON, useScheduledQueries } from '../../../testing/scheduled-queries.ts'
import { dataSourceGroups } from '../../data-sources/tables.ts'
import { organizations } from '../../settings/tables.ts'
import { users } from '../../users/tables.ts'

const { analyst, scheduledQuery, runDue, later, runsOf, stateOf, set, wantMails, reasons } = useScheduledQueries()

describe('the owner of a scheduled query', () => {
  it('must have access to its data source, or it is not run and the owner is notified', async () => {
    const group = await buildGroup(analyst.server)
    const shared = await buildDataSource(analyst.server, { groups: { [group]: false } })
    const bob = await analyst.server.person({ groups: [group] })
    const query = await buildQuery(bob, { data_source_id: shared.id, query: 'select 1 as of_bob', schedule: hourly })
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)

    const { db } = analyst.server.services
    await db.update(organizations).set({ settings: { send_email_on_failed_scheduled_queries: true } })
    await db.update(dataSourceGroups).set({ view_only: true }).where(eq(dataSourceGroups.group_id, group))
    later(2 * HOUR_MS)
    await runDue()
    // Without free text it may still be run with view-only access.
    expect(await runsOf(query)).toHaveLength(2)

    await db.delete(dataSourceGroups).where(eq(dataSourceGroups.group_id, group))
    later(2 * HOUR_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(2)
    expect(await reasons()).toEqual([
      `Skipping refresh of ${query.id} because its owner no longer has access to its data source.`,
    ])

    await db.insert(dataSourceGroups).values({ data_source_id: shared.id, group_id: group, view_only: false })
    later(2 * HOUR_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(3)
  })

  it('must not be disabled, or nothing is run', async () => {
    const bob = await analyst.server.person()
    const query = await buildQuery(bob, { data_source_id: analyst.source, query: 'select 2 as of_bob', schedule: hourly })
    await analyst.server.services.db.update(users).set({ disabled_at: NOON }).where(eq(users.id, bob.id))
    await runDue()
    expect(await runsOf(query)).toEqual([])
  })
})

describe('parameters of a scheduled query', () => {
  const parameter = (fields: object) => ({ options: { parameters: [{ name: 'p', title: 'P', ...fields }] } })

  it('are filled in with their stored values', async () => {
    const query = await scheduledQuery({ query: 'select {{ p }} * 2 as n', ...parameter({ type: 'number', value: 21 }) })
    await runDue()
    const { latest_query_data_id: id } = await stateOf(query)
    expect((await analyst.ada.get(`/api/query_results/${id}`)).body).toMatchObject({
      query_result: { data: { rows: [{ n: 42 }] } },
    })
  })

  it('are kept with the run, dynamic dates as they were resolved (OPEN-513)', async () => {
    const query = await scheduledQuery({
      query: "select '{{ p }}' as day",
      ...parameter({ type: 'date', value: 'd_yesterday' }),
    })
    await runDue()
    const past = (await analyst.ada.get<PastExecution[]>(`/api/queries/${query.id}/executions`)).body
    expect(past).toMatchObject([{ scheduled: true, parameters: { p: '2026-11-21' } }])
  })

  it('are resolved in UTC if they are dynamic, and the query shows the result (OPEN-38)', async () => {
    const query = await scheduledQuery({
      query: "select '{{ p }}' as day",
      ...parameter({ type: 'date', value: 'd_yesterday' }),
    })
    analyst.server.clock.now = new Date('2026-11-22T00:10:00Z')
    await runDue()
    const { latest_query_data_id: id } = await stateOf(query)
    expect((await analyst.ada.get(`/api/query_results/${id}`)).body).toMatchObject({
      query_result: { data: { rows: [{ day: '2026-11-21' }] } },
    })
  })

  it('make the run fail with a clear message if their values do not fit (OPEN-48)', async () => {
    await wantMails()
    const query = await scheduledQuery({ query: 'select {{ p }}', ...parameter({ type: 'number', value: 'many' }) })
    await runDue()
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
    await runDue()
    expect((await reasons()).sort()).toEqual(
      [
        `Skipping refresh of ${missing.id} because of invalid parameters: Missing parameter value for: q`,
        `Skipping refresh of ${detached.id} because a related dropdown query (${options.id}) is unattached to any datasource.`,
      ].sort(),
    )
  })
})
