import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AlertEvent } from '@sightline/contract/alerts.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../platform/db/migrations.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
/** Shares all data sources. */
let alice: Person
/** Shares all but one. */
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  const group = await buildGroup(server)
  bob = await server.person({ name: 'Bob' })
  alice = await server.person({ name: 'Alice', groups: [...bob.groupIds, group] })
  await buildDataSource(server, { groups: { [group]: false } })
})
afterAll(() => server.close())

/** Reverts the database to the version before results recorded their sources, and upgrades it again. */
async function migrateAgain() {
  const { db } = server.services
  await db.execute(sql`alter table query_results drop column input_source_ids`)
  await db.execute(sql`alter table alert_events drop column source_ids`)
  const file = readdirSync(MIGRATIONS).find((name) => name.endsWith('_result_sources.sql')) ?? ''
  for (const statement of readFileSync(join(MIGRATIONS, file), 'utf8').split('--> statement-breakpoint'))
    await db.execute(sql.raw(statement))
}

/** A query of Bob's on a data source, with its result and an alert that has checked it. */
async function watched(data_source_id: number, query: string) {
  const { id } = await buildQuery(bob, { data_source_id, query })
  const run = { max_age: 0, wait: 20_000 }
  const { body } = await bob.post<{ job: { query_result_id: number } }>(`/api/queries/${id}/results`, run)
  const watching = { name: '', query_id: id, options: { column: 'n', op: '>', value: 1 } }
  const alert = (await bob.post<{ id: number }>('/api/alerts', watching)).body.id
  await bob.post(`/api/alerts/${alert}/eval`)
  return { result: body.job.query_result_id, alert }
}

describe('results and alerts that were stored before their sources were recorded', () => {
  it('are readable as before, and those of Query Results only with access to every data source', async () => {
    const direct = await watched((await buildDataSource(server)).id, 'select 2 as n')
    const joined = await watched((await buildDataSource(server, { type: 'results', options: {} })).id, 'select 3 as n')
    await migrateAgain()
    const reads = async (person: Person, { result, alert }: typeof direct) => [
      (await person.get(`/api/query_results/${result}`)).status,
      (await person.get<AlertEvent[]>(`/api/alerts/${alert}/history`)).body.map(({ value }) => value),
    ]
    expect(await reads(bob, direct)).toEqual([200, [2]])
    expect(await reads(bob, joined)).toEqual([403, [null]])
    expect(await reads(alice, joined)).toEqual([200, [3]])
  })
})
