import tls from 'node:tls'
import { Long } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { int32, startCassandraStub, typeOf } from '../testing/cassandra-stub.ts'
import { type Authority, startAuthority } from '../testing/certificate.ts'
import { startMongo } from '../testing/mongo-stub.ts'
import { never } from '../testing/never.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { type HttpSource, httpSources, sourceAt } from '../testing/source-fixtures.ts'
import { startSqlServerStub } from '../testing/sql-server-stub.ts'
import { type StubServer, startStub } from '../testing/stub-server.ts'
import { listen } from '../testing/tcp-listener.ts'
import { asSqlServer } from '../testing/tds-encryption.ts'
import { asPostgres, CERTIFICATE_REFUSED, startTlsProxies, type TlsProxies } from '../testing/tls-proxy.ts'
import { startVerticaStub } from '../testing/vertica-stub.ts'
import cassandra from './cassandra/index.ts'
import { failureOf } from './conformance/runs.ts'
import mongodb from './mongodb/index.ts'
import mssql from './mssql/index.ts'
import mssqlOdbc from './mssql-odbc/index.ts'
import oracle from './oracle/index.ts'
import type { AnyRunner } from './runner.ts'
import vertica from './vertica/index.ts'

// These tests check which certificates are accepted. The servers are stubs behind TLS proxies.

type Kind = keyof typeof CERTIFICATE_REFUSED
const KINDS = ['unknown', 'misnamed', 'expired'] as const satisfies readonly Kind[]
const PASSWORD = 'open sesame'

const base64 = (text: string) => Buffer.from(text).toString('base64')
let known: Authority
let stranger: Authority
let stub: StubServer
let proxies: TlsProxies
const before = tls.getCACertificates('default')
beforeAll(async () => {
  known = await startAuthority('Known in the tests')
  stranger = await startAuthority('Unknown in the tests')
  tls.setDefaultCACertificates([...before, known.pem])
  stub = await startStub(() => ({ status: 418, body: 'a teapot' }))
  proxies = await startTlsProxies(stub.port, { known, stranger })
})
afterAll(async () => {
  tls.setDefaultCACertificates(before)
  await proxies.close()
  await stub.close()
})

/** The error message of a run at one of the proxies, and whether the request has reached the server behind it. */
async function outcomeAt(source: HttpSource, proxy: keyof Omit<TlsProxies, 'close'>, more: Record<string, unknown> = {}) {
  const calls = stub.calls.length
  const { fixture } = source
  const changed = { ...source, fixture: { ...fixture, options: (url: string) => ({ ...fixture.options(url), ...more }) } }
  const { run } = sourceAt(changed, `https://localhost:${proxies[proxy]}`, { sourceNetworks: ['127.0.0.1', '::1/128'] })
  const { message } = await failureOf(run().then(rowsOf))
  return { message, isHeard: stub.calls.length > calls }
}

describe.each(httpSources)('the data source type $type', (source) => {
  it('accepts a valid certificate of a known authority, and refuses every other one', async () => {
    expect(await outcomeAt(source, 'good')).toMatchObject({ isHeard: true })
    for (const kind of KINDS)
      expect(await outcomeAt(source, kind), kind).toEqual({
        message: expect.stringMatching(CERTIFICATE_REFUSED[kind]),
        isHeard: false,
      })
  })
})

describe.each(httpSources.filter(({ fixture }) => fixture.unverified))('the data source type $type', (source) => {
  it('accepts any certificate if its options say so', async () => {
    for (const kind of KINDS)
      expect(await outcomeAt(source, kind, source.fixture.unverified), kind).toMatchObject({ isHeard: true })
  })
})

describe.each(httpSources.filter(({ fixture }) => fixture.authorityField))('the data source type $type', (source) => {
  it('trusts only an authority that was uploaded', async () => {
    const optionsFor = (authority: Authority) => ({
      ...source.fixture.unverified,
      [source.fixture.authorityField ?? '']: base64(authority.pem),
    })
    expect(await outcomeAt(source, 'unknown', optionsFor(stranger))).toMatchObject({ isHeard: true })
    expect((await outcomeAt(source, 'good', optionsFor(stranger))).message).toMatch(CERTIFICATE_REFUSED.unknown)
    for (const kind of ['misnamed', 'expired'] as const)
      expect((await outcomeAt(source, kind, optionsFor(known))).message).toMatch(CERTIFICATE_REFUSED[kind])
  })
})

describe('Cassandra with TLS', () => {
  it('trusts only an authority that was uploaded; without one, it accepts any certificate', async () => {
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
  it('uses TLS if the server supports it, whatever its certificate', async () => {
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

describe('MongoDB with TLS', () => {
  it('verifies the certificate unless the connection string says otherwise', async () => {
    const server = await startMongo(() => ({ cursor: { id: Long.ZERO, ns: 'shop.orders', firstBatch: [{ n: 7 }] } }))
    onTestFinished(() => server.close())
    const ports = await startTlsProxies(server.port, { known, stranger })
    onTestFinished(() => ports.close())
    const run = async (port: number, more = 'tls=true') => {
      const connectionString = `mongodb://localhost:${port}/?serverSelectionTimeoutMS=300&${more}`
      const config = mongodb.config.parse({ connectionString, dbName: 'shop' })
      return rowsOf(await mongodb.run('{"collection": "orders"}', { config, signal: never, tempDir: '/nowhere' }))
    }
    expect(await run(ports.good)).toEqual([[7n]])
    for (const kind of KINDS) {
      expect((await failureOf(run(ports[kind]))).message).toMatch(CERTIFICATE_REFUSED[kind])
      expect(await run(ports[kind], 'tls=true&tlsInsecure=true')).toEqual([[7n]])
    }
    expect(await failureOf(run(ports.good, 'tls=false'))).toMatchObject({
      message: `could not connect to server at localhost:${ports.good}: the connection was closed by the server`,
    })
    expect(await failureOf(run(server.port))).toMatchObject({
      message: `could not connect to server at localhost:${server.port}: no answer in time`,
    })
  })
})

describe('Oracle with TLS', () => {
  it('verifies the certificate', async () => {
    const server = await listen((socket) => void socket.once('data', () => socket.end('no database')))
    onTestFinished(() => server.close())
    const ports = await startTlsProxies(server.port, { known, stranger })
    onTestFinished(() => ports.close())
    const failureAt = async (port: number) => {
      const target = { host: '_useservicename', servicename: `tcps://localhost:${port}/shop` }
      const config = oracle.config.parse({ user: 'ada', password: PASSWORD, port: 1521, ...target })
      return (await failureOf(oracle.run('SELECT 1 FROM dual', { config, signal: never, tempDir: '/nowhere' }))).message
    }
    expect(await failureAt(ports.good)).toMatch(/^the server at .+ closed the connection: is it an Oracle database\?$/)
    const refused = (reason: string) => new RegExp(`^the certificate of 127\\.0\\.0\\.1:\\d+ is not trusted: ${reason}$`)
    expect(await failureAt(ports.unknown)).toMatch(refused('unable to verify the first certificate'))
    expect(await failureAt(ports.misnamed)).toMatch(refused('localhost +not present in certificate'))
    expect(await failureAt(ports.expired)).toMatch(refused('certificate has expired'))
    expect(await failureAt(server.port)).toBe(
      `no secure connection to 127.0.0.1:${server.port}: the server does not use TLS at this port`,
    )
  })
})

describe('SQL Server with TLS', () => {
  it('verifies the certificate unless the form says otherwise', async () => {
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
