import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { encryptUnbound } from '../../testing/unbound-options.ts'
import { storedOptions } from '../data-sources/options.ts'
import { dataSources } from '../data-sources/tables.ts'
import { storedOptions as destinationOptions } from '../destinations/options.ts'
import { destinations } from '../destinations/tables.ts'
import { organizations } from '../settings/tables.ts'
import { bindStoredOptions } from './stored-secrets.ts'

const KEY = 'the-k3y-of-an-1nstallat10n-for-t3sts'
const shop = { dbname: 'shop', user: 'reader', password: 'p4ss w0rd' }
const hook = { url: 'https://hooks.example.com/s3cret' }

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ hasWorker: false, config: { secretKey: KEY } })
})
afterEach(() => server.close())

const setSource = (id: number, encrypted_options: string) =>
  server.services.db.update(dataSources).set({ encrypted_options }).where(eq(dataSources.id, id))
const sourceRow = async (id: number) => {
  const [row] = await server.services.db.select().from(dataSources).where(eq(dataSources.id, id))
  if (!row) throw new Error('There is no such source.')
  return row
}
const source = async (fields: Parameters<typeof buildDataSource>[1]) => (await buildDataSource(server, fields)).id

/** A data source and a destination as stored by an older version. */
async function olderInstallation() {
  const id = await source({ type: 'pg', options: shop })
  await setSource(id, encryptUnbound(KEY, shop))
  const fields = { name: 'Hook', type: 'slack', options: hook }
  const { body } = await server.admin.post<{ id: number }>('/api/destinations', fields)
  await server.services.db.update(destinations).set({ encrypted_options: encryptUnbound(KEY, hook) })
  return { id, destinationId: body.id }
}

describe('the stored options of an older version', () => {
  it('are bound to their rows at the next start', async () => {
    const { id, destinationId } = await olderInstallation()
    expect(await bindStoredOptions(server.services)).toEqual([])
    expect(storedOptions(server.services, await sourceRow(id))).toEqual(shop)
    const [destination] = await server.services.db.select().from(destinations).where(eq(destinations.id, destinationId))
    expect(destination && destinationOptions(server.services, destination)).toEqual(hook)
    const [organization] = await server.services.db.select().from(organizations)
    expect(organization).toMatchObject({ options_bound_at: expect.any(Date) })
  })

  it('are not accepted in their old form once that is done, in any row', async () => {
    const id = await source({ type: 'pg', options: shop })
    await bindStoredOptions(server.services)
    await setSource(id, encryptUnbound(KEY, shop))
    await bindStoredOptions(server.services)
    expect(await server.admin.get(`/api/data_sources/${id}`)).toMatchObject({
      status: 500,
      body: { code: 'data_source_locked' },
    })
  })

  it('stay unchanged if the secret key decrypts none of them, and are bound once it does', async () => {
    const { id } = await olderInstallation()
    const { services } = server
    const before = (await sourceRow(id)).encrypted_options
    const wrong = { ...services, config: { ...services.config, secretKey: `${KEY}!` } }
    expect(await bindStoredOptions(wrong)).toHaveLength(2)
    expect((await sourceRow(id)).encrypted_options).toBe(before)
    expect(await bindStoredOptions(services)).toEqual([])
    expect(storedOptions(services, await sourceRow(id))).toEqual(shop)
  })

  it('are reported if they cannot be decrypted, without stopping the start', async () => {
    const { id } = await olderInstallation()
    const broken = await source({ name: 'Broken', type: 'pg', options: shop })
    await setSource(broken, 'v1:AAAA')
    expect(await bindStoredOptions(server.services)).toEqual(['Broken'])
    expect(storedOptions(server.services, await sourceRow(id))).toEqual(shop)
  })

  it.each([
    ['influxdbv2', { url: 'https://influx.example.com', org: 'o', token: 't' }],
    ['mssql_odbc', { server: 'db.example.com', user: 'sa', password: 'p', db: 'shop' }],
  ])('keep not verifying certificates of %s if that was the default, and say so explicitly', async (type, options) => {
    const id = await source({ type, options })
    expect(storedOptions(server.services, await sourceRow(id))).toEqual(options)
    await setSource(id, encryptUnbound(KEY, options))
    await bindStoredOptions(server.services)
    expect(storedOptions(server.services, await sourceRow(id))).toEqual({ ...options, verify_ssl: false })
  })
})

it('refuses the options of one data source in the row of another', async () => {
  const [one, other] = [await source({ type: 'pg', options: shop }), await source({ type: 'pg', options: shop })]
  await setSource(other, (await sourceRow(one)).encrypted_options)
  expect(await server.admin.get(`/api/data_sources/${other}`)).toMatchObject({
    status: 500,
    body: { code: 'data_source_locked' },
  })
})

describe('a data source under another key', () => {
  it('reports it in one sentence, and can be edited or deleted', async () => {
    const fields = { name: 'Locked', type: 'pg', options: shop }
    const id = await source(fields)
    await setSource(id, 'v1:AAAA')
    const address = `/api/data_sources/${id}`
    const locked = { code: 'data_source_locked', message: expect.stringMatching(/SIGHTLINE_SECRET_KEY/) }
    expect(await server.admin.get(address)).toMatchObject({ status: 500, body: locked })
    expect(await server.admin.post(`${address}/test`)).toMatchObject({ body: { ok: false, message: locked.message } })
    expect(await server.admin.post(address, fields)).toMatchObject({ status: 200 })
    expect((await server.admin.get(address)).status).toBe(200)

    await setSource(id, 'v1:AAAA')
    expect((await server.admin.delete(address)).status).toBeLessThan(300)
  })
})
