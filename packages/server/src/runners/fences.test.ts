import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyFile } from '../testing/google-stub.ts'
import { type StubServer, startStub } from '../testing/stub-server.ts'
import { failureOf } from './conformance.ts'
import { runners } from './registry.ts'

const METADATA = 'http://169.254.169.254'

/** How a type is led to an address: by its options, which an admin writes, or by its text, which any analyst writes. */
interface Way {
  options(address: string): Record<string, unknown>
  text: string | ((address: string) => string)
}

/** Where a form asks for host and port. */
function hostOf(address: string): Record<string, unknown> {
  const [, host = '', port] = /^http:\/\/(\[[^\]]*\]|[^/:]+)(?::(\d+))?/.exec(address) ?? []
  return { host, port: Number(port ?? 80) }
}

const axibaseOf = ({ host, port }: Record<string, unknown>) => ({
  protocol: 'http',
  hostname: host,
  port,
  username: 'ada',
  password: 'a secret',
})

/** Two addresses: where tokens come from, and the service itself. */
const google = (more: Record<string, unknown>) => (url: string) => ({
  ...more,
  endpoint: url,
  jsonKeyFile: keyFile(url.replace(/\/$/, '')),
})

const FROM_OPTIONS: Record<string, Way> = {
  athena: {
    options: (endpoint) => ({
      region: 'eu-west-1',
      aws_access_key: 'a',
      aws_secret_key: 'b',
      s3_staging_dir: 's3://c/',
      endpoint,
    }),
    text: 'SELECT 1',
  },
  bigquery: { options: google({ projectId: 'acme' }), text: 'SELECT 1' },
  axibasetsd: { options: (url) => axibaseOf(hostOf(url)), text: 'SELECT 1' },
  clickhouse: { options: (url) => ({ url, dbname: 'default' }), text: 'SELECT 1' },
  couchbase: {
    options: (url) => ({ host: hostOf(url).host, port: String(hostOf(url).port), user: 'ada', password: 'a secret' }),
    text: 'SELECT 1',
  },
  databricks: { options: (host) => ({ host, http_path: '/sql/1.0/warehouses/a', http_password: 'b' }), text: 'SELECT 1' },
  druid: { options: hostOf, text: 'SELECT 1' },
  dynamodb: { options: (endpoint) => ({ access_key: 'a', secret_key: 'b', endpoint }), text: 'SELECT 1' },
  elasticsearch2: { options: (url) => ({ url }), text: '{}' },
  elasticsearch2_OpenDistroSQLElasticSearch: { options: (url) => ({ url }), text: 'SELECT 1' },
  elasticsearch2_XPackSQLElasticSearch: { options: (url) => ({ url }), text: 'SELECT 1' },
  graphql: { options: (url) => ({ url }), text: '{ a }' },
  google_analytics4: { options: google({ propertyId: 42 }), text: '{}' },
  google_spreadsheets: { options: google({}), text: 'abc' },
  graphite: { options: (url) => ({ url }), text: 'target=a' },
  influxdb: { options: (url) => ({ url }), text: 'SHOW DATABASES' },
  influxdbv2: { options: (url) => ({ url, org: 'o', token: 'a token' }), text: 'buckets()' },
  jirajql: { options: (url) => ({ url, username: 'ada', password: 'a token' }), text: '{}' },
  neo4j: { options: (url) => ({ url, password: 'a secret' }), text: 'RETURN 1' },
  pinot: {
    options: (url) => ({ brokerHost: hostOf(url).host, brokerPort: hostOf(url).port, controllerURI: url }),
    text: 'SELECT 1',
  },
  presto: { options: hostOf, text: 'SELECT 1' },
  prometheus: { options: (url) => ({ url }), text: 'up' },
  snowflake: {
    options: (host) => ({ host, account: 'a', user: 'b', password: 'c', warehouse: 'd', database: 'e' }),
    text: 'SELECT 1',
  },
  trino: { options: (url) => ({ ...hostOf(url), username: 'ada' }), text: 'SELECT 1' },
}
const FROM_TEXT: Record<string, Way> = {
  csv: { options: () => ({}), text: (address) => `url: ${address}` },
  excel: { options: () => ({}), text: (address) => `url: ${address}` },
  json: { options: () => ({}), text: (address) => `url: ${address}` },
  url: { options: () => ({}), text: (address) => address },
}

let stub: StubServer
beforeAll(async () => {
  stub = await startStub(() => ({
    status: 302,
    headers: { location: `${METADATA}/latest/meta-data` },
    body: 'the way to secrets',
  }))
})
afterAll(() => stub.close())

function runAt(type: string, { options, text }: Way, address: string, sourceNetworks: string[] = []): Promise<unknown> {
  const runner = runners.get(type)
  if (!runner) throw new Error(`There is no type ${type}.`)
  const written = typeof text === 'string' ? text : text(address)
  const context = {
    config: runner.config.parse(options(address)),
    signal: new AbortController().signal,
    sourceNetworks,
    tempDir: '/nowhere',
  }
  return runner.run(written, context)
}

describe.each(Object.entries({ ...FROM_OPTIONS, ...FROM_TEXT }))('the fence around %s', (type, way) => {
  it('keeps it from the address where clouds hand out secrets, however it is written', async () => {
    for (const address of [
      METADATA,
      'http://[::ffff:169.254.169.254]',
      'http://0xa9fea9fe',
      'http://2852039166',
      'http://[fd00:ec2::254]',
    ]) {
      const { message } = await failureOf(runAt(type, way, `${address}/`))
      expect(message).toMatch(/is not an address that may be asked|Can't query private addresses/)
    }
  })

  it('keeps it from following a redirect there', async () => {
    const { message } = await failureOf(runAt(type, way, stub.url, ['127.0.0.1']))
    expect(message).toMatch(/unexpected status code \(302\)/)
  })
})

describe.each(Object.entries(FROM_TEXT))('the fence around the texts of %s', (type, way) => {
  it('keeps them from this machine and its network, by number and by name, unless the operator has listed it', async () => {
    const before = stub.calls.length
    for (const address of [stub.url, `http://localhost:${stub.port}`, 'http://10.0.0.1/', 'http://[::1]/'])
      expect((await failureOf(runAt(type, way, address))).message).toContain("Can't query private addresses.")
    expect(stub.calls).toHaveLength(before)
  })
})
