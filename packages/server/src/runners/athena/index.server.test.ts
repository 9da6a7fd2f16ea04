import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { AWS_KEYS } from '../../testing/aws-stub.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { motoServer } from '../../testing/servers/moto.ts'
import { MOTO_REGION, motoKeys } from '../../testing/servers/moto-keys.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { awsClient } from '../aws/client.ts'
import { credentialsOf } from '../aws/signature.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { manyTables } from '../conformance/setup.ts'
import { CANCELLED, NO_DATA, type Session } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import athena from './index.ts'

// Moto keeps executions, their states and Glue's catalogue, but runs no queries: the rows are those that a test hands it.

let server: StartedServer
const { accessKey, secretKey } = AWS_KEYS
const endpoint = () => `http://127.0.0.1:${server.port}`
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ region: MOTO_REGION, aws_access_key: accessKey, aws_secret_key: secretKey, s3_staging_dir: 's3://results/athena/' },
  ...{ endpoint: endpoint(), glue_endpoint: endpoint() },
  ...changes,
})
const { configOf, run, read, refusal } = sqlSource(athena, options)

const client = (service: string, target: string) =>
  awsClient({
    ...{ service, region: MOTO_REGION, endpoint: endpoint(), credentials: credentialsOf(accessKey, secretKey) },
    ...{ target, version: '1.1', signal: never },
  })

/** Calls Moto's own interface (https://docs.getmoto.org/en/latest/docs/server_mode.html). */
async function moto(path: string, body: object): Promise<void> {
  const answer = await fetch(`${endpoint()}/moto-api/${path}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  })
  expect(answer.ok, path).toBe(true)
}

const setProgression = (transition: object) =>
  moto('state-manager/set-transition', { model_name: 'athena::execution', transition })

/** The rows of the next query, with the names first, as those of a SELECT are. */
const nextRows = (columns: object[], rows: (string | null)[][]) =>
  moto('static/athena/query-results', {
    region: MOTO_REGION,
    results: [
      {
        rows: rows.map((row) => ({ Data: row.map((cell) => (cell === null ? {} : { VarCharValue: cell })) })),
        column_info: columns,
      },
    ],
  })

const column = (Name: string, Type: string, Precision = 0, Scale = 0) => ({ Name, Type, Precision, Scale })
const stateOf = async (id: unknown) => {
  const reply = await client('athena', 'AmazonAthena').call('GetQueryExecution', { QueryExecutionId: id })
  return (reply as { QueryExecution: { Status: { State: string } } }).QueryExecution.Status.State
}

beforeAll(async () => {
  server = await motoServer.start()
  const glue = client('glue', 'AWSGlue')
  await glue.call('CreateDatabase', { DatabaseInput: { Name: 'shop' } })
  const described = {
    StorageDescriptor: {
      Columns: [
        { Name: 'id', Type: 'bigint' },
        { Name: 'total', Type: 'decimal(10,2)' },
      ],
    },
    PartitionKeys: [{ Name: 'day', Type: 'date' }],
  }
  await severalAtATime(manyTables, 8, (Name) =>
    glue.call('CreateTable', { DatabaseName: 'shop', TableInput: { Name, ...described } }),
  )
})
afterAll(() => server?.stop())
beforeEach(() => setProgression({ progression: 'manual', times: 1 }))

describe('Amazon Athena, as Moto has it', () => {
  it('waits for an execution that is queued and then runs, and returns its rows', async () => {
    const columns = [
      column('n', 'bigint', 19),
      column('total', 'decimal', 10, 2),
      column('name', 'varchar'),
      column('at', 'timestamp'),
    ]
    await nextRows(columns, [
      ['n', 'total', 'name', 'at'],
      ['9223372036854775807', '-1.50', 'naïve 🐘', '2024-03-31 01:59:59.123'],
      [null, null, '', null],
    ])
    const result = await run('SELECT n, total, name, at FROM shop.orders')
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(['int64', 'decimal', 'text', 'timestamp'])
    expect(await rowsOf(result)).toEqual([
      [2n ** 63n - 1n, '-1.50', 'naïve 🐘', '2024-03-31T01:59:59.123'],
      [null, null, '', null],
    ])
  })

  it('returns the rows of SHOW, which have no names ahead', async () => {
    await nextRows([column('database_name', 'string')], [['database_name'], ['shop']])
    expect(await read('SHOW DATABASES')).toEqual([['database_name'], ['shop']])
  })

  it('says that a statement has returned no rows', async () => {
    await nextRows([], [])
    expect((await refusal('CREATE DATABASE other')).message).toBe(NO_DATA)
  })

  it('names a work group that does not exist, and tests the connection of one that does', async () => {
    const tested = (changes: object) => athena.testConnection?.({ config: configOf({ ...changes }), signal: never })
    const failure = await failureOf(Promise.resolve(tested({ work_group: 'nowhere' })))
    expect(failure.message).toBe('WorkGroup does not exist')
    expect(await tested({ work_group: 'primary' })).toBeUndefined()
    await client('athena', 'AmazonAthena').call('CreateWorkGroup', { Name: 'analysts', Configuration: {}, Tags: [] })
    expect(await tested({ work_group: 'analysts' })).toBeUndefined()
  })

  it('stops an execution before the run reports it, and from elsewhere', async () => {
    await setProgression({ progression: 'manual', times: 1000 })
    onTestFinished(() => setProgression({ progression: 'manual', times: 1 }))
    const begin = (signal: AbortSignal) => {
      const { promise: session, resolve } = Promise.withResolvers<Session>()
      const outcome = failureOf(athena.run('SELECT 1', { config: configOf(), signal, tempDir: '/nowhere', onSession: resolve }))
      return { session, outcome }
    }
    const stop = new AbortController()
    const own = begin(stop.signal)
    const { query } = await own.session
    expect(await stateOf(query)).toBe('QUEUED')
    stop.abort()
    expect((await own.outcome).message).toBe(CANCELLED)
    expect(await stateOf(query)).toBe('CANCELLED')

    const other = begin(never)
    const session = await other.session
    await athena.stop?.(session, { config: configOf(), signal: never })
    expect(await stateOf(session.query)).toBe('CANCELLED')
    expect((await other.outcome).message).toBe('Athena has ended the query: CANCELLED.')
  })

  // Moto hands over all rows at once, whatever a request allows.
  itReadsManyRows(async () => {
    const rows = Array.from({ length: MILLION }, (_, at) => [String(at), `row ${at}`])
    await nextRows([column('n', 'bigint', 19), column('name', 'varchar')], [['n', 'name'], ...rows])
    return run('SELECT n, name FROM shop.orders')
  })

  it("lists 10,000 tables of Glue's catalogue with their partitions (OPEN-810)", async () => {
    const schema = await athena.getSchema?.({ config: configOf({ glue: true }), signal: never })
    expect(schema?.map(({ name }) => name)).toEqual(manyTables.map((name) => `shop.${name}`).toSorted())
    expect(schema?.at(-1)?.columns).toEqual([
      { name: 'id', type: 'bigint' },
      { name: 'total', type: 'decimal(10,2)' },
      { name: 'day', type: 'date' },
    ])
  })
})

describe('keys of Athena without permissions (OPEN-820)', () => {
  it('run, see and test what they may, and learn which action is refused', async () => {
    const keys = motoKeys(endpoint())
    const may = async (user: string, ...actions: string[]) => {
      const { accessKey, secretKey } = await keys.create(user, actions)
      return options({ aws_access_key: accessKey, aws_secret_key: secretKey, glue: true })
    }
    const reading = ['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults'].map((action) => `athena:${action}`)
    const [reader, starter, lister] = [
      await may('reader', ...reading),
      await may('starter', 'athena:StartQueryExecution', 'glue:GetDatabases'),
      await may('lister', 'glue:GetDatabases', 'glue:GetTables'),
    ]
    // For the test of the connection, and for the run.
    for (let query = 0; query < 2; query++) await nextRows([column('n', 'bigint', 19)], [['n'], ['1']])
    onTestFinished(await keys.check())
    const refused = (user: string, action: string) =>
      `User: arn:aws:iam::123456789012:user/${user} is not authorized to perform: ${action}`
    await expectPlainRefusals(athena, {
      ...{ options: reader, allowed: 'SELECT 1 AS n', refused: {}, schema: refused('reader', 'glue:GetDatabases') },
    })
    const waiting = refused('starter', 'athena:GetQueryExecution')
    await expectPlainRefusals(athena, {
      ...{
        options: starter,
        test: waiting,
        refused: { 'SELECT 1 AS n': waiting },
        schema: refused('starter', 'glue:GetTables'),
      },
    })
    const starting = refused('lister', 'athena:StartQueryExecution')
    await expectPlainRefusals(athena, {
      ...{ options: lister, test: starting, refused: { 'SELECT 1 AS n': starting } },
      schema: expect.arrayContaining([`shop.${manyTables[0]}: id, total, day`]),
    })
  })

  it('are refused if they are unknown', async () => {
    onTestFinished(await motoKeys(endpoint()).check())
    const message = 'The security token included in the request is invalid.'
    await expectPlainRefusals(athena, {
      ...{ options: options({ glue: true }), schema: message, test: message, refused: { 'SELECT 1': message } },
    })
  })
})
