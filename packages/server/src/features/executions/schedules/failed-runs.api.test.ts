import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { never } from '../../../testing/never.ts'
import { ENDLESS } from '../../../testing/runs.ts'
import { HOUR_MS, MINUTE_MS, NOON, useScheduledQueries } from '../../../testing/scheduled-queries.ts'
import { startDue } from './due-runs.ts'

const { analyst, ownText, scheduledQuery, runDue, allEnded, later, runsOf, stateOf, set, save } = useScheduledQueries()

describe('a scheduled run that fails', () => {
  it('delays the next attempt by 2 to the power of its failures, in minutes (OPEN-48)', async () => {
    const query = await scheduledQuery({ query: `select * from no_such_table -- ${ownText()}` })
    await runDue()
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 1 })
    later(HOUR_MS + 2 * MINUTE_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(1)
    later(1)
    await runDue()
    expect(await runsOf(query)).toHaveLength(2)
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 2 })
    later(HOUR_MS + 4 * MINUTE_MS)
    await runDue()
    expect(await runsOf(query)).toHaveLength(2)
    later(1)
    await runDue()
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 3 })
  })

  it('is reset by a successful run, even one of a user (OPEN-48)', async () => {
    const [one, other] = [await scheduledQuery(), await scheduledQuery()]
    for (const query of [one, other]) await set(query, { schedule_failures: 3, scheduled_at: NOON })
    await analyst.ada.post(`/api/queries/${one.id}/results`, { max_age: 0, wait: 20_000 })
    later(HOUR_MS + 9 * MINUTE_MS)
    await runDue()
    for (const query of [one, other]) expect((await stateOf(query)).schedule_failures).toBe(0)
  })

  it('is reset when another schedule is saved', async () => {
    const query = await scheduledQuery()
    await set(query, { schedule_failures: 7, scheduled_at: NOON })
    expect(
      (await analyst.ada.post<Query>(`/api/queries/${query.id}`, { description: 'Still failing' })).body.schedule_failures,
    ).toBe(7)
    expect((await save(analyst.ada, query, { interval: 7200 })).body.schedule_failures).toBe(0)
  })

  it('does not count if a user cancelled it', async () => {
    const query = await scheduledQuery({ query: ENDLESS })
    await startDue(analyst.server.services, never)
    const [run] = await runsOf(query)
    expect((await analyst.ada.delete(`/api/jobs/${run?.id}`)).status).toBe(200)
    await allEnded()
    expect(await runsOf(query)).toMatchObject([{ status: JobStatus.failed }])
    expect(await stateOf(query)).toMatchObject({ schedule_failures: 0 })
  })
})
