import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { claimDue } from './schema.store.ts'
import { refreshDue } from './schema.ts'
import { dataSources } from './tables.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-22T12:00:00Z')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.services.db.delete(dataSources)
  server.clock.now = NOW
})

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const row = async (id: number) => (await server.services.db.select().from(dataSources).where(eq(dataSources.id, id)))[0]
const read = async (id: number) => (await server.admin.get<AdminDataSource>(`/api/data_sources/${id}`)).body
const nowhere = { dbpath: '/nowhere/at/all.duckdb' }

describe('the daily refresh of schemas', () => {
  it('reads every source that was not read for a day, and records when', async () => {
    const { id } = await buildDataSource(server)
    expect((await read(id)).schema_refresh).toEqual({ is_on: true, refreshed_at: null, error: null, failed_at: null })
    await refreshDue(server.services)
    expect((await read(id)).schema_refresh).toMatchObject({ refreshed_at: '2026-11-22T12:00:00Z', error: null })
    server.clock.now = later(23)
    await refreshDue(server.services)
    expect((await read(id)).schema_refresh?.refreshed_at).toBe('2026-11-22T12:00:00Z')
    server.clock.now = later(25)
    await refreshDue(server.services)
    expect((await read(id)).schema_refresh?.refreshed_at).toBe('2026-11-23T13:00:00Z')
  })

  it('skips paused sources, sources where it is switched off, and types without a schema', async () => {
    const [paused, off] = [await buildDataSource(server), await buildDataSource(server)]
    const results = await buildDataSource(server, { type: 'results', options: {} })
    await server.admin.post(`/api/data_sources/${paused.id}/pause`)
    const fields = { name: off.name, type: 'duckdb', options: { dbpath: ':memory:' } }
    await server.admin.post(`/api/data_sources/${off.id}`, { ...fields, refreshes_schema: false })
    await refreshDue(server.services)
    for (const { id } of [paused, off, results]) expect((await row(id))?.schema_tried_at).toBeNull()
    expect((await read(off.id)).schema_refresh?.is_on).toBe(false)
    expect((await read(results.id)).schema_refresh).toBeNull()
    // A later save without the switch leaves it unchanged.
    await server.admin.post(`/api/data_sources/${off.id}`, { ...fields, name: `${off.name} again` })
    expect((await read(off.id)).schema_refresh?.is_on).toBe(false)
  })

  it('records why a source could not be read, keeps its earlier schema, and continues with the others', async () => {
    const [broken, good] = [await buildDataSource(server, { options: nowhere }), await buildDataSource(server)]
    const schema = [{ name: 'kept', columns: [] }]
    await server.services.db.update(dataSources).set({ schema }).where(eq(dataSources.id, broken.id))
    await refreshDue(server.services)
    expect((await read(broken.id)).schema_refresh).toEqual({
      is_on: true,
      refreshed_at: null,
      error: expect.stringMatching(/\w/),
      failed_at: '2026-11-22T12:00:00Z',
    })
    expect((await row(broken.id))?.schema).toEqual(schema)
    expect((await read(good.id)).schema_refresh).toMatchObject({ refreshed_at: '2026-11-22T12:00:00Z' })
    // It is not retried before the next day.
    server.clock.now = later(2)
    await refreshDue(server.services)
    expect((await read(broken.id)).schema_refresh?.failed_at).toBe('2026-11-22T12:00:00Z')
  })

  it('reads one source at a time in the whole installation, until an attempt counts as lost', async () => {
    for (let n = 0; n < 3; n++) await buildDataSource(server)
    const claim = (hours: number) =>
      claimDue(server.services.db, {
        types: ['duckdb'],
        before: later(hours - 24),
        lostBefore: later(hours - 0.1),
        now: later(hours),
      })
    const claims = await Promise.all([claim(0), claim(0), claim(0)])
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1)
    expect(await claim(0.05)).toBeNull()
    expect(await claim(1)).not.toBeNull()
  })

  it('records a manual read as well', async () => {
    const { id } = await buildDataSource(server, { options: nowhere })
    await server.admin.get(`/api/data_sources/${id}/schema?refresh`)
    expect((await read(id)).schema_refresh).toMatchObject({ failed_at: '2026-11-22T12:00:00Z' })
    await server.admin.post(`/api/data_sources/${id}`, { name: 'Mended', type: 'duckdb', options: { dbpath: ':memory:' } })
    expect((await read(id)).schema_refresh).toMatchObject({ error: null, failed_at: null })
  })
})

it('the audit log has who paused and resumed a data source, with the reason', async () => {
  const { id, name } = await buildDataSource(server)
  await server.admin.post(`/api/data_sources/${id}/pause`, { reason: 'upgrade' })
  await server.admin.delete(`/api/data_sources/${id}/pause`)
  const entries = await server.services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(2)
  const about = { actor_id: server.admin.id, object_id: String(id), object_name: name }
  expect(entries).toMatchObject([
    { action: 'data_source.resume', ...about },
    { action: 'data_source.pause', ...about, details: { reason: 'upgrade' } },
  ])
})
