import type { AdminDestination, Destination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type DestinationService, notificationOf, startDestinationService } from '../../testing/destination-service.ts'
import { never } from '../../testing/never.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { alertSubscriptions, alerts } from '../alerts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { storedOptions } from './options.ts'
import { deliver } from './service.ts'
import { destinations } from './tables.ts'

let server: TestServer
let service: DestinationService
let ada: Person
beforeAll(async () => {
  service = await startDestinationService()
  server = await startTestServer({ config: { destinationNetworks: ['127.0.0.1'], baseUrl: 'https://sight.example.com/' } })
  ada = await server.person({ name: 'Ada' })
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(() => {
  service.calls.length = 0
  service.answer = { status: 200, body: 'ok' }
})

let count = 0
const hook = (options: object = {}) => ({
  name: `Hook ${++count}`,
  type: 'webhook',
  options: { url: `${service.url}/hook/s3cret`, password: 'pass-s3cret', ...options },
})
const create = (fields: object) => server.admin.post<AdminDestination>('/api/destinations', fields)
const made = async (fields: object = hook()) => (await create(fields)).body
const storedOf = async (id: number) => {
  const [row] = await server.services.db.select().from(destinations).where(eq(destinations.id, id))
  if (!row) throw new Error('This destination does not exist.')
  return storedOptions(server.services, row)
}

describe('managing destinations', () => {
  it('creates one, and reads it with its secrets masked (DEST-06, API-77, OPEN-96)', async () => {
    const fields = hook({ username: 'sight' })
    const { status, body } = await create(fields)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      name: fields.name,
      type: 'webhook',
      icon: 'fa-bolt',
      options: { url: '--------', password: '--------', username: 'sight' },
    })
    expect((await server.admin.get(`/api/destinations/${body.id}`)).body).toEqual(body)
    const rows = await server.services.db.select().from(destinations)
    expect(JSON.stringify(rows)).not.toContain('s3cret')
  })

  it('keeps a secret for its placeholder, and drops other options that are not sent (DEST-08, API-75, API-77)', async () => {
    const { id, options, name } = await made(hook({ username: 'sight', other: 1 }))
    const save = (fields: object) =>
      server.admin.post<AdminDestination>(`/api/destinations/${id}`, { name, type: 'webhook', ...fields })
    const { url, password } = options
    expect((await save({ options: { url, password } })).body.options).toEqual({ url: '--------', password: '--------' })
    expect(await storedOf(id)).toEqual({ url: `${service.url}/hook/s3cret`, password: 'pass-s3cret' })
    await save({ options: { url, password: 'another' } })
    expect(await storedOf(id)).toMatchObject({ url: `${service.url}/hook/s3cret`, password: 'another' })
  })

  it('does not keep a secret for another type', async () => {
    const { id, name } = await made()
    const moved = { name, type: 'slack', options: { url: '--------' } }
    expect(await server.admin.post(`/api/destinations/${id}`, moved)).toMatchObject({
      status: 400,
      body: { message: 'Enter Slack Webhook URL again, because Type has changed.' },
    })
  })

  it('refuses to keep the password and the signing key of a webhook whose URL changes', async () => {
    const { id, name } = await made(hook({ signing_key: 'key-s3cret' }))
    const before = await storedOf(id)
    const moved = { url: 'https://evil.example/', password: '--------', signing_key: '--------' }
    const save = (options: object) => server.admin.post(`/api/destinations/${id}`, { name, type: 'webhook', options })
    expect(await save(moved)).toMatchObject({
      status: 400,
      body: { message: 'Enter Password and Signing Key again, because Url has changed.' },
    })
    expect(await storedOf(id)).toEqual(before)
    expect((await save({ ...moved, password: 'new', signing_key: 'newer' })).status).toBe(200)
  })

  it('requires a unique name, a known type and valid options, and names the first invalid one (DEST-08)', async () => {
    const { name } = await made()
    const other = await made()
    const taken = { status: 400, body: { message: `Alert Destination with the name ${name} already exists.` } }
    expect(await create({ ...hook(), name })).toMatchObject(taken)
    expect(await server.admin.post(`/api/destinations/${other.id}`, { ...hook(), name })).toMatchObject(taken)
    const refused = async (fields: object) =>
      (await create({ ...hook(), ...fields })) as { status: number; body: { message?: string } }
    expect((await refused({ name: ' ' })).status).toBe(400)
    expect(await refused({ type: 'pigeon' })).toMatchObject({
      status: 400,
      body: { message: 'Unknown alert destination type "pigeon".' },
    })
    expect(await refused({ options: { url: 'ftp://example.com' } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('it must be an address that begins with http:// or https://') },
    })
    const long = `https://example.com/${'x'.repeat(700_000)}`
    expect(await refused({ options: { url: long } })).toMatchObject({
      status: 400,
      body: { message: 'Url: it may have at most 2,048 characters.' },
    })
    expect(await refused({ type: 'email', options: { addresses: 'nobody' } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('it must be email addresses') },
    })
    for (const options of [undefined, null, 'x', []]) expect((await refused({ options })).status).toBe(400)
  })

  it('deletes one with its subscriptions, and lists beforehand which alerts it notifies (API-77)', async () => {
    const { id, name } = await made()
    const source = await buildDataSource(server)
    const query = await buildQuery(ada, { data_source_id: source.id })
    const { db } = server.services
    const fields = { query_id: query.id, user_id: ada.id, options: { column: 'answer', op: '>', value: 1 } } as const
    const [alert] = await db
      .insert(alerts)
      .values({ name: 'Too many', ...fields })
      .returning()
    await db.insert(alertSubscriptions).values({ alert_id: alert?.id ?? 0, user_id: ada.id, destination_id: id })
    const path = `/api/destinations/${id}`
    expect((await server.admin.get(`${path}/dependents`)).body).toEqual({
      alerts: [{ id: alert?.id, name: 'Too many' }],
      reports: 0,
    })

    expect(await server.admin.delete(path)).toMatchObject({ status: 204, body: undefined })

    expect((await server.admin.get(path)).status).toBe(404)
    expect((await server.admin.delete(path)).status).toBe(404)
    expect(await db.select().from(alertSubscriptions).where(eq(alertSubscriptions.destination_id, id))).toEqual([])
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'destination.delete', object_name: name, details: { type: 'webhook' } })
  })

  it('records in the audit log which options have changed, without values', async () => {
    const { id, name } = await made()
    const options = { url: '--------', password: 'next-s3cret' }
    await server.admin.post(`/api/destinations/${id}`, { name, type: 'webhook', options })
    const { db } = server.services
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(id)))
    expect(entries).toMatchObject([
      { action: 'destination.create', details: { type: 'webhook' } },
      { action: 'destination.change', details: { type: 'webhook', options: ['password'] } },
    ])
    expect(JSON.stringify(entries)).not.toContain('s3cret')
  })
})

describe('who may see destinations', () => {
  it('gives every signed-in user id, name, type and icon, by name (API-74, PERM-32, OPEN-94, OPEN-126)', async () => {
    await made({ ...hook(), name: 'b chat' })
    await made({ ...hook(), name: 'A chat' })
    const nobody = await server.person({ permissions: [] })
    const { status, body } = await nobody.get<Destination[]>('/api/destinations')
    expect(status).toBe(200)
    const names = body.map(({ name }) => name)
    expect(names.indexOf('A chat')).toBeLessThan(names.indexOf('b chat'))
    for (const destination of body) expect(Object.keys(destination).sort()).toEqual(['icon', 'id', 'name', 'type'])
  })

  it('reserves everything else to admins (PERM-08, PERM-32)', async () => {
    const { id } = await made()
    const path = `/api/destinations/${id}`
    const calls = [
      ada.get('/api/destinations/types'),
      ada.post('/api/destinations', hook()),
      ada.get(path),
      ada.post(path, hook()),
      ada.post(`${path}/test`),
      ada.get(`${path}/dependents`),
      ada.delete(path),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403)
    expect(service.calls).toEqual([])
  })

  it('describes the types to admins (API-76, OPEN-99)', async () => {
    const { body } = await server.admin.get<DestinationDescriptor[]>('/api/destinations/types')
    expect(body.slice(0, 3)).toMatchObject([
      { type: 'email', name: 'Email', icon: 'fa-envelope', configuration_schema: { required: ['addresses'] } },
      { type: 'slack', name: 'Slack', icon: 'fa-slack', configuration_schema: { secret: ['url'] } },
      { type: 'webhook', name: 'Webhook', icon: 'fa-bolt' },
    ])
  })
})

describe('a test of a destination', () => {
  it('sends a notification that says it is a test, to the configured URL', async () => {
    const { id, name } = await made()
    expect((await server.admin.post(`/api/destinations/${id}/test`)).body).toEqual({ ok: true, message: 'success' })
    expect(service.calls.map(({ path }) => path)).toEqual(['/hook/s3cret'])
    expect(JSON.parse(service.calls[0]?.body ?? '')).toMatchObject({
      event: 'alert_state_change',
      alert: { name: `Test of ${name}`, state: 'triggered' },
      url_base: 'https://sight.example.com',
    })
  })

  it('reports why it failed, without secrets in the reply and the log', async () => {
    const { id } = await made()
    service.answer = { status: 403, body: 'pass-s3cret is not for /hook/s3cret' }
    const { status, body } = await server.admin.post(`/api/destinations/${id}/test`)
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: false,
      message: expect.stringMatching(/answered with status 403: \[hidden\] is not for \[hidden\]\.$/),
    })
    expect(server.log.join('')).not.toContain('s3cret')
  })
})

describe('delivering', () => {
  it('sends a notification to a stored destination (DEST-09)', async () => {
    const { id } = await made()
    await deliver(server.services, id, notificationOf(), never)
    expect(service.calls).toMatchObject([{ path: '/hook/s3cret', headers: { 'webhook-id': notificationOf().key } }])
  })

  it('fails for good if the destination is deleted, or its options cannot be decrypted', async () => {
    const { id } = await made()
    await server.services.db.update(destinations).set({ encrypted_options: 'v1:AAAA' }).where(eq(destinations.id, id))
    await expect(deliver(server.services, id, notificationOf(), never)).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read with this SIGHTLINE_SECRET_KEY'),
      mayRetry: false,
    })
    expect((await server.admin.get<AdminDestination>(`/api/destinations/${id}`)).body.options).toEqual({})
    await server.admin.delete(`/api/destinations/${id}`)
    await expect(deliver(server.services, id, notificationOf(), never)).rejects.toMatchObject({ mayRetry: false })
  })
})
