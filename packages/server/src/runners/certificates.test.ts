import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { int32, startCassandraStub, typeOf } from '../testing/cassandra-stub.ts'
import { type Authority, startAuthority } from '../testing/certificate.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { FROM_OPTIONS, FROM_TEXT, type SourceFixture, sourceAt } from '../testing/source-fixtures.ts'
import { startSqlServerStub } from '../testing/sql-server-stub.ts'
import { type StubServer, startStub } from '../testing/stub-server.ts'
import { asSqlServer } from '../testing/tds-encryption.ts'
import { asPostgres, CERTIFICATE_REFUSED, startTlsProxies, type TlsProxies } from '../testing/tls-proxy.ts'
import { startVerticaStub } from '../testing/vertica-stub.ts'
import cassandra from './cassandra/index.ts'
import { failureOf } from './conformance.ts'
import mssql from './mssql/index.ts'
import mssqlOdbc from './mssql-odbc/index.ts'
import type { AnyRunner } from './runner.ts'
import vertica from './vertica/index.ts'

// Which certificates are accepted. The servers are stubs behind TLS proxies.

type Kind = keyof typeof CERTIFICATE_REFUSED
const KINDS = ['unknown', 'misnamed', 'expired'] as const satisfies readonly Kind[]
const PASSWORD = 'open sesame'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const never = new AbortController().signal

let known: Authority
let stranger: Authority
let stub: StubServer
let fronts: TlsProxies
const before = tls.getCACertificates('default')
beforeAll(async () => {
  known = await startAuthority('Known in the tests')
  stranger = await startAuthority('Unknown in the tests')
  tls.setDefaultCACertificates([...before, known.pem])
  stub = await startStub(() => ({ status: 418, body: 'a teapot' }))
  fronts = await startTlsProxies(stub.port, { known, stranger })
})
afterAll(async () => {
  tls.setDefaultCACertificates(before)
  await fronts.close()
  await stub.close()
})

/** The outcome of a run at a TLS proxy, and whether the server behind it was contacted. */
async function outcomeAt(
  type: string,
  way: SourceFixture,
  front: keyof Omit<TlsProxies, 'close'>,
  more: Record<string, unknown> = {},
) {
  const calls = stub.calls.length
  const led: SourceFixture = { ...way, options: (address) => ({ ...way.options(address), ...more }) }
  const source = sourceAt(type, led, `https://localhost:${fronts[front]}`, { sourceNetworks: ['127.0.0.1', '::1/128'] })
  const { message } = await failureOf(source.run().then(rowsOf))
  return { message, isHeard: stub.calls.length > calls }
}

const WAYS: Record<string, SourceFixture> = { ...FROM_OPTIONS, ...FROM_TEXT }

describe.each(Object.entries(WAYS))('certificate verification by %s', (type, way) => {
  it('accepts a valid certificate of a trusted authority for this name, and refuses any other with a reason', async () => {
    expect(await outcomeAt(type, way, 'good')).toMatchObject({ isHeard: true })
    for (const kind of KINDS)
      expect(await outcomeAt(type, way, kind), kind).toEqual({
        message: expect.stringMatching(CERTIFICATE_REFUSED[kind]),
        isHeard: false,
      })
  })
})

const NOT_VERIFIED: [type: string, options: Record<string, unknown>][] = [
  ['axibasetsd', { trust_certificate: true }],
  ['clickhouse', { verify: false }],
  ['graphite', { verify: false }],
  ['influxdbv2', { verify_ssl: false }],
  ['prometheus', { verify_ssl: false }],
]
const WITH_AUTHORITY: [type: string, field: string][] = [
  ['influxdbv2', 'ssl_ca_cert_File'],
  ['prometheus', 'ca_cert_File'],
]
const wayOf = (type: string): SourceFixture => {
  const way = WAYS[type]
  if (!way) throw new Error(`There is no way to ${type}.`)
  return way
}

describe('certificate options of a source', () => {
  it.each(NOT_VERIFIED)('make %s accept any certificate', async (type, options) => {
    for (const kind of KINDS) expect(await outcomeAt(type, wayOf(type), kind, options), kind).toMatchObject({ isHeard: true })
  })

  it.each(WITH_AUTHORITY)('make %s trust the uploaded authority, and no other', async (type, field) => {
    const trusting = { [field]: base64(stranger.pem), verify_ssl: false }
    expect(await outcomeAt(type, wayOf(type), 'unknown', trusting)).toMatchObject({ isHeard: true })
    expect((await outcomeAt(type, wayOf(type), 'good', trusting)).message).toMatch(CERTIFICATE_REFUSED.unknown)
    const other = { [field]: base64(known.pem), verify_ssl: false }
    for (const kind of ['misnamed', 'expired'] as const)
      expect((await outcomeAt(type, wayOf(type), kind, other)).message).toMatch(CERTIFICATE_REFUSED[kind])
  })
})

describe('Cassandra over TLS', () => {
  it('verifies the server by the uploaded authority, and accepts any certificate without one', async () => {
    const page = { columns: [{ name: 'n', type: typeOf(0x09) }], pages: [[[int32(7)]]] }
    const server = await startCassandraStub(PASSWORD, () => page)
    onTestFinished(() => server.close())
    const ports = await startTlsProxies(server.port, { known, stranger })
    onTestFinished(() => ports.close())
    const run = async (port: number, sslCertificateFile = '') => {
      const options = { host: 'localhost', port, keyspace: 'shop', username: 'ada', password: PASSWORD, useSsl: true }
      const config = cassandra.config.parse({ ...options, sslCertificateFile })
      return rowsOf(await cassandra.run('SELECT n FROM t', { config, signal: never, tempDir: '/nowhere' }))
    }
    expect(await run(ports.good, base64(known.pem))).toEqual([[7n]])
    for (const kind of KINDS) {
      expect((await failureOf(run(ports[kind], base64(known.pem)))).message).toMatch(CERTIFICATE_REFUSED[kind])
      expect(await run(ports[kind])).toEqual([[7n]])
    }
  })
})

describe('Vertica', () => {
  it('uses TLS if the server supports it, with any certificate', async () => {
    const server = await startVerticaStub(PASSWORD, () => ({ columns: [['n', 6]], rows: [['7']] }))
    onTestFinished(() => server.close())
    const ports = await startTlsProxies(server.port, { known, stranger, opening: asPostgres })
    onTestFinished(() => ports.close())
    for (const port of [ports.good, ports.unknown, ports.misnamed, ports.expired]) {
      const config = vertica.config.parse({ host: 'localhost', port, user: 'ada', password: PASSWORD, database: 'shop' })
      expect(await rowsOf(await vertica.run('SELECT 7', { config, signal: never, tempDir: '/nowhere' }))).toEqual([[7n]])
    }
  })
})

describe('SQL Server over TLS', () => {
  it("verifies the server's certificate unless the options turn that off", async () => {
    const server = await startSqlServerStub(PASSWORD, () => 'done')
    onTestFinished(() => server.close())
    const ports = await startTlsProxies(server.port, { known, stranger, opening: asSqlServer })
    onTestFinished(() => ports.close())
    const test = async (runner: AnyRunner, port: number, options: Record<string, unknown> = {}) => {
      const way = { server: 'localhost', port, user: 'sa', password: PASSWORD, db: 'shop' }
      await runner.testConnection?.({ config: runner.config.parse({ ...way, ...options }), signal: never })
    }
    await test(mssqlOdbc, ports.good)
    for (const kind of KINDS) {
      const { message } = await failureOf(test(mssqlOdbc, ports[kind], { use_ssl: true }))
      expect(message).toMatch(CERTIFICATE_REFUSED[kind])
      await test(mssqlOdbc, ports[kind], { use_ssl: true, verify_ssl: false })
      await test(mssql, ports[kind])
    }
    expect(server.heard.filter((text) => text === 'SELECT 1')).toHaveLength(1 + 2 * KINDS.length)
  })
})
