import { generateKeyPairSync } from 'node:crypto'
import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from './tables.ts'

/** Nearly the maximum size of a body, as base64. */
const LONG = 'x'.repeat(700_000)
const postgres = { host: '127.0.0.1', port: 9, dbname: 'sales', connect_timeout: 1 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let made = 0
const create = (fields: object) =>
  server.admin.post<AdminDataSource & { message: string }>('/api/data_sources', {
    name: `New ${++made}`,
    type: 'pg',
    ...fields,
  })
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the input of admins for a data source', () => {
  it.each([
    ['a name that is no text', { name: { first: 'x' }, options: postgres }],
    ['a name of 700,000 letters', { name: LONG, options: postgres }],
    ['a type of 700,000 letters', { type: LONG, options: postgres }],
    ['options that are a list', { options: [postgres] }],
    ['no options', {}],
    ['a port that is a text', { options: { ...postgres, port: 'many' } }],
    ['a host that is a number', { options: { ...postgres, host: 5 } }],
    ['a switch that is none', { options: postgres, refreshes_schema: 'yes' }],
  ])('is refused with one sentence: %s', async (_, fields) => {
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^[^\n]{3,500}$/)
  })

  it('may contain a text of 700,000 letters where that is valid, and a test of it ends with a sentence', async () => {
    const { status, body } = await create({ options: { ...postgres, password: LONG } })
    expect(status).toBe(200)
    expect(body.options.password).toBe('--------')
    const reply = await server.admin.post<{ ok: boolean; message: string }>(`/api/data_sources/${body.id}/test`)
    expect(reply.body).toMatchObject({ ok: false, message: expect.stringMatching(/^.{3,500}$/) })
  })

  it('must have valid keys and certificates, and names the title of an invalid one', async () => {
    const withFile = (name: string, text: string) => create({ options: { ...postgres, [name]: text } })
    for (const text of [
      'not base64 at all',
      base64('a holiday picture'),
      base64('-----BEGIN CERTIFICATE-----'),
      base64(LONG),
    ]) {
      const { status, body } = await withFile('sslkeyFile', text)
      expect([status, body.message]).toEqual([400, 'SSL Client Key: the file is no PEM file with a private key.'])
    }
    expect((await withFile('sslrootcertFile', base64('-----BEGIN PRIVATE KEY-----'))).body.message).toBe(
      'SSL Root Certificate: the file is no PEM file with a certificate.',
    )
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
    const { status, body } = await withFile('sslkeyFile', base64(pem))
    expect([status, body.options.sslkeyFile]).toEqual([200, '--------'])
  })
})

describe('two admins at the same time', () => {
  it('both get a response when they give two sources the same name, and one of them gets the name', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await buildDataSource(server), await buildDataSource(server)]
      const name = `Wanted ${round}`
      const rename = ({ id }: AdminDataSource) =>
        server.admin.post(`/api/data_sources/${id}`, { name, type: 'duckdb', options: { dbpath: ':memory:' } })
      const replies = await Promise.all([rename(one), rename(other)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(await server.services.db.select().from(dataSources).where(eq(dataSources.name, name))).toHaveLength(1)
    }
  })

  it('leave a source complete that both save: that of the later one', async () => {
    const { id } = await buildDataSource(server, { type: 'pg', options: postgres })
    const save = (host: string) =>
      server.admin.post(`/api/data_sources/${id}`, {
        name: `Host ${host}`,
        type: 'pg',
        options: { ...postgres, host, user: host },
      })
    const replies = await Promise.all(['a', 'b', 'c'].map(save))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { name, options } = (await server.admin.get<AdminDataSource>(`/api/data_sources/${id}`)).body
    expect([`Host ${String(options.host)}`, options.host]).toEqual([name, options.user])
  })

  it('delete a source, and at most one of them gets 404', async () => {
    const { id } = await buildDataSource(server)
    const replies = await Promise.all([
      server.admin.delete(`/api/data_sources/${id}`),
      server.admin.delete(`/api/data_sources/${id}`),
    ])
    const [first, second] = replies.map(({ status }) => status).sort()
    expect(first).toBe(204)
    expect([204, 404]).toContain(second)
    expect((await server.admin.get(`/api/data_sources/${id}`)).status).toBe(404)
  })
})
