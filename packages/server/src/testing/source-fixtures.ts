import { runners } from '../runners/registry.ts'
import type { AnyRunner, RunContext, RunnerResult } from '../runners/runner.ts'
import { keyFile } from './google-stub.ts'

// All HTTP data source types, and how to point each to a URL.

/** How to point a type to a URL: by its options, which admins write, or by its query, which any analyst writes. */
export interface SourceFixture {
  options(address: string): Record<string, unknown>
  text: string | ((address: string) => string)
}

/** The options of types with host, port and a TLS option. */
function hostOf(address: string): Record<'host' | 'port' | 'protocol' | 'scheme', unknown> {
  const [, protocol = '', host = '', port] = /^(https?):\/\/(\[[^\]]*\]|[^/:]+)(?::(\d+))?/.exec(address) ?? []
  return { host, port: Number(port ?? 80), protocol, scheme: protocol }
}

const axibaseOf = ({ host, port, protocol }: Record<string, unknown>) => ({
  protocol,
  hostname: host,
  port,
  username: 'ada',
  password: 'a secret',
})

/** The URLs of the token endpoint and the service. */
const google = (more: Record<string, unknown>) => (url: string) => ({
  ...more,
  endpoint: url,
  jsonKeyFile: keyFile(url.replace(/\/$/, '')),
})

export const FROM_OPTIONS: Record<string, SourceFixture> = {
  athena: {
    options: (endpoint) => ({
      region: 'eu-west-1',
      aws_access_key: 'a',
      aws_secret_key: 'a secret',
      s3_staging_dir: 's3://c/',
      endpoint,
    }),
    text: 'SELECT 1',
  },
  bigquery: { options: google({ projectId: 'acme' }), text: 'SELECT 1' },
  axibasetsd: { options: (url) => axibaseOf(hostOf(url)), text: 'SELECT 1' },
  clickhouse: { options: (url) => ({ url, dbname: 'default' }), text: 'SELECT 1' },
  couchbase: {
    options: (url) => ({ ...hostOf(url), port: String(hostOf(url).port), user: 'ada', password: 'a secret' }),
    text: 'SELECT 1',
  },
  databricks: {
    options: (host) => ({ host, http_path: '/sql/1.0/warehouses/a', http_password: 'a secret' }),
    text: 'SELECT 1',
  },
  druid: { options: hostOf, text: 'SELECT 1' },
  dynamodb: { options: (endpoint) => ({ access_key: 'a', secret_key: 'a secret', endpoint }), text: 'SELECT 1' },
  aws_es: { options: (server) => ({ server, region: 'eu-west-1', access_key: 'a', secret_key: 'a secret' }), text: '{}' },
  elasticsearch: { options: (server) => ({ server }), text: '{}' },
  kibana: { options: (server) => ({ server }), text: '{"index": "a", "query": "*"}' },
  elasticsearch2: { options: (url) => ({ url }), text: '{}' },
  elasticsearch2_OpenDistroSQLElasticSearch: { options: (url) => ({ url }), text: 'SELECT 1' },
  elasticsearch2_XPackSQLElasticSearch: { options: (url) => ({ url }), text: 'SELECT 1' },
  folder: { options: (endpoint) => ({ path: 's3://acme/', endpoint, path_style: true }), text: 'SELECT 1' },
  graphql: { options: (url) => ({ url }), text: '{ a }' },
  google_analytics4: { options: google({ propertyId: 42 }), text: '{}' },
  google_spreadsheets: { options: google({}), text: 'abc' },
  graphite: { options: (url) => ({ url }), text: 'target=a' },
  influxdb: { options: (url) => ({ url }), text: 'SHOW DATABASES' },
  influxdbv2: { options: (url) => ({ url, org: 'o', token: 'a token' }), text: 'buckets()' },
  jirajql: { options: (url) => ({ url, username: 'ada', password: 'a token' }), text: '{}' },
  neo4j: { options: (url) => ({ url, password: 'a secret' }), text: 'RETURN 1' },
  pinot: {
    options: (url) => {
      const { protocol, host, port } = hostOf(url)
      return { brokerScheme: protocol, brokerHost: host, brokerPort: port, controllerURI: url }
    },
    text: 'SELECT 1',
  },
  presto: { options: hostOf, text: 'SELECT 1' },
  prometheus: { options: (url) => ({ url }), text: 'up' },
  snowflake: {
    options: (host) => ({ host, account: 'a', user: 'b', password: 'a secret', warehouse: 'd', database: 'e' }),
    text: 'SELECT 1',
  },
  trino: { options: (url) => ({ ...hostOf(url), username: 'ada' }), text: 'SELECT 1' },
}
export const FROM_TEXT: Record<string, SourceFixture> = {
  csv: { options: () => ({}), text: (address) => `url: ${address}` },
  excel: { options: () => ({}), text: (address) => `url: ${address}` },
  json: { options: () => ({}), text: (address) => `url: ${address}` },
  url: { options: () => ({}), text: (address) => address },
}

/** A data source of a type at a URL. */
export function sourceAt(
  type: string,
  { options, text }: SourceFixture,
  address: string,
  changes: Partial<Omit<RunContext<unknown>, 'config'>> = {},
) {
  const runner: AnyRunner | undefined = runners.get(type)
  if (!runner) throw new Error(`There is no type ${type}.`)
  const given = options(address)
  const context = { config: runner.config.parse(given), signal: new AbortController().signal, tempDir: '/nowhere', ...changes }
  return {
    runner,
    options: given,
    run: (): Promise<RunnerResult> => runner.run(typeof text === 'string' ? text : text(address), context),
    test: async () => runner.testConnection?.(context),
  }
}
