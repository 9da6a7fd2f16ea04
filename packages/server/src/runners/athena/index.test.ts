import { describe, expect, it } from 'vitest'
import { AWS_KEYS, type AwsCall, awsError, awsSource } from '../../testing/aws-stub.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED, type Session, STILL_RUNNING } from '../runner.ts'
import athena from './index.ts'

const OPTIONS = {
  region: 'eu-west-1',
  aws_access_key: AWS_KEYS.accessKey,
  aws_secret_key: AWS_KEYS.secretKey,
  s3_staging_dir: 's3://bucket/results/',
}
const execution = (State: string, rest: Record<string, unknown> = {}) => ({
  QueryExecution: { Status: { State }, StatementType: 'DML', Statistics: { DataScannedInBytes: 2_000_000_000 }, ...rest },
})
const page = (columns: object[], rows: (string | null)[][], NextToken?: string) => ({
  ...(NextToken ? { NextToken } : {}),
  ResultSet: {
    Rows: rows.map((row) => ({ Data: row.map((value) => (value === null ? {} : { VarCharValue: value })) })),
    ResultSetMetadata: { ColumnInfo: columns },
  },
})
const column = (Name: string, Type: string, digits = {}) => ({ Name, Type, ...digits })

/** Responses by action; the other actions respond as for a query that succeeds. */
const source = (answers: Record<string, (input: AwsCall['input'], asked: number) => unknown>) => {
  const asked: Record<string, number> = {}
  return awsSource(
    athena,
    (endpoint) => ({ ...OPTIONS, endpoint, glue_endpoint: endpoint }),
    ({ action, input }) => {
      const name = action.split('.')[1] ?? ''
      asked[name] = (asked[name] ?? 0) + 1
      const answer = answers[name]
      if (answer) return answer(input, asked[name])
      return name === 'StartQueryExecution'
        ? { QueryExecutionId: 'q-1' }
        : name === 'GetQueryExecution'
          ? execution('SUCCEEDED')
          : {}
    },
  )
}

describe('Athena', () => {
  it('starts, waits and reads page by page, and reports the cost', async () => {
    const columns = [column('n', 'bigint')]
    const { run, asked, actions } = await source({
      GetQueryExecution: (_input, times) => execution(times === 1 ? 'QUEUED' : times === 2 ? 'RUNNING' : 'SUCCEEDED'),
      GetQueryResults: ({ NextToken }) =>
        NextToken === 'two' ? page(columns, [[null]]) : page(columns, [['n'], ['7']], 'two'),
    })
    const sessions: Session[] = []
    const result = await run('SELECT 1', {
      options: { result_reuse_enable: true, encryption_option: 'SSE_KMS', kms_key: 'k' },
      onSession: (session) => sessions.push(session),
    })
    expect(await rowsOf(result)).toEqual([[7n], [null]])
    expect(result.metadata?.()).toEqual({
      data_scanned: 2_000_000_000,
      athena_query_id: 'q-1',
      query_cost: 5 * 2_000_000_000 * 10e-12,
    })
    expect(sessions).toEqual([{ query: 'q-1' }])
    expect(asked('GetQueryExecution')).toHaveLength(3)
    expect(actions[0]?.input).toMatchObject({
      QueryString: 'SELECT 1',
      QueryExecutionContext: { Database: 'default' },
      WorkGroup: 'primary',
      ResultConfiguration: {
        OutputLocation: 's3://bucket/results/',
        EncryptionConfiguration: { EncryptionOption: 'SSE_KMS', KmsKey: 'k' },
      },
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: 60 } },
    })
  })

  it('does not take the first row of other statements for a header, and reports an empty result', async () => {
    const show = await source({
      GetQueryExecution: () => execution('SUCCEEDED', { StatementType: 'UTILITY' }),
      GetQueryResults: () => page([column('tab_name', 'string')], [['tab_name'], ['orders']]),
    })
    expect((await show.read('SHOW TABLES')).rows).toEqual([['tab_name'], ['orders']])
    const drop = await source({ GetQueryResults: () => page([], []) })
    expect((await drop.refusal('DROP TABLE t')).message).toBe('Query completed but it returned no data.')
  })

  it('recognises the row of column names by its content, whatever the types', async () => {
    const { read } = await source({ GetQueryResults: () => page([column('as bytes', 'varbinary')], [['as bytes'], ['00 ff']]) })
    expect((await read('SELECT x AS "as bytes"')).rows).toEqual([['00ff']])
  })

  it('reports errors of Athena without the keys', async () => {
    const failing = await source({
      GetQueryExecution: () =>
        execution('FAILED', {
          Status: { State: 'FAILED', StateChangeReason: "COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved" },
        }),
    })
    expect((await failing.refusal('SELECT x')).message).toBe("COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved")
    const refused = await source({
      StartQueryExecution: () => awsError('InvalidRequestException', 'Unable to verify the output bucket.'),
    })
    expect((await refused.refusal('SELECT 1')).message).toBe('Unable to verify the output bucket.')
    const wrong = { options: { aws_secret_key: 'a wrong secret' } }
    expect((await refused.refusal('SELECT 1', wrong)).message).toBe('The request signature does not match.')
    expect((await refused.refusal('SELECT 1', { options: { aws_secret_key: undefined } })).message).toMatch(
      /^Access key and secret key are required/,
    )
    expect((await refused.refusal('SELECT 1', { options: { endpoint: '', region: 'x.evil.example/' } })).message).toBe(
      '"x.evil.example/" is not the name of a region.',
    )
  })

  it('retries throttled calls', async () => {
    const { read, asked } = await source({
      StartQueryExecution: (_input, times) =>
        times < 3 ? awsError('ThrottlingException', 'Rate exceeded') : { QueryExecutionId: 'q-1' },
      GetQueryResults: () => page([column('n', 'integer')], [['n'], ['1']]),
    })
    expect((await read('SELECT 1')).rows).toEqual([[1n]])
    expect(asked('StartQueryExecution')).toHaveLength(3)
  })

  it('is cancelled when Athena has stopped, and not before', async () => {
    let isStopping = false
    let looks = 0
    const { cancelled, asked } = await source({
      StopQueryExecution: () => {
        isStopping = true
        return {}
      },
      GetQueryExecution: () => execution(isStopping && looks++ > 1 ? 'CANCELLED' : 'RUNNING'),
    })
    expect(await cancelled('SELECT 1', () => asked('GetQueryExecution').length > 0)).toBe(CANCELLED)
    expect(asked('StopQueryExecution').map(({ input }) => input)).toEqual([{ QueryExecutionId: 'q-1' }])
    expect(looks).toBeGreaterThan(1)
    const stubborn = await source({
      StopQueryExecution: () => awsError('InternalServerException', 'Not now.'),
      GetQueryExecution: () => execution('RUNNING'),
    })
    expect(await stubborn.cancelled('SELECT 1', () => stubborn.asked('GetQueryExecution').length > 0)).toBe(
      `${CANCELLED} ${STILL_RUNNING}`,
    )
  })

  it('can be stopped from elsewhere, tested, and lists tables by a query or by Glue (DS-28)', async () => {
    const rows = [
      ['table_schema', 'table_name', 'column_name', 'data_type'],
      ['shop', 'orders', 'id', 'bigint'],
      ['shop', 'orders', 'at', 'date'],
      ['shop', 'orders', 'column_name', 'varchar'],
    ]
    const { context, asked } = await source({
      GetQueryResults: () =>
        page(
          ['a', 'b', 'c', 'd'].map((name) => column(name, 'varchar')),
          rows,
        ),
      GetDatabases: () => ({ DatabaseList: [{ Name: 'shop' }] }),
      GetTables: ({ NextToken }) =>
        NextToken
          ? { TableList: [{ Name: 'a', StorageDescriptor: { Columns: [{ Name: 'x', Type: 'int' }] } }] }
          : {
              TableList: [
                {
                  Name: 'orders',
                  StorageDescriptor: { Columns: [{ Name: 'id', Type: 'bigint' }] },
                  PartitionKeys: [{ Name: 'day', Type: 'date' }],
                },
              ],
              NextToken: 'two',
            },
    })
    await athena.testConnection?.(context())
    expect(await athena.getSchema?.(context())).toEqual([
      {
        name: 'shop.orders',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'at', type: 'date' },
          { name: 'column_name', type: 'varchar' },
        ],
      },
    ])
    expect(await athena.getSchema?.(context({ options: { glue: true, catalog_ids: '123' } }))).toEqual([
      { name: 'shop.a', columns: [{ name: 'x', type: 'int' }] },
      {
        name: 'shop.orders',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'day', type: 'date' },
        ],
      },
    ])
    expect(asked('GetDatabases')[0]?.input).toEqual({ CatalogId: '123' })
    await athena.stop?.({ query: 'q-9' }, context())
    expect(asked('StopQueryExecution')[0]?.input).toEqual({ QueryExecutionId: 'q-9' })
  })

  it('lists the databases of Glue that the keys may read, and names the refusal if they may read none (OPEN-836)', async () => {
    const schemaOf = async (databases: string[]) => {
      const { context } = await source({
        GetDatabases: () => ({ DatabaseList: databases.map((Name) => ({ Name })) }),
        GetTables: ({ DatabaseName }) =>
          DatabaseName === 'locked'
            ? awsError('AccessDeniedException', 'User: ada is not authorized to perform: glue:GetTables on resource: locked')
            : { TableList: [{ Name: 'orders', StorageDescriptor: { Columns: [{ Name: 'id', Type: 'int' }] } }] },
      })
      return athena.getSchema?.(context({ options: { glue: true } }))
    }
    expect(await schemaOf(['locked', 'shop'])).toEqual([{ name: 'shop.orders', columns: [{ name: 'id', type: 'int' }] }])
    expect((await failureOf(Promise.resolve(schemaOf(['locked'])))).message).toBe(
      'User: ada is not authorized to perform: glue:GetTables on resource: locked',
    )
  })
})
