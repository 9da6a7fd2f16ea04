import { describe, expect, it } from 'vitest'
import { AWS_KEYS, type AwsCall, awsError, awsSource } from '../../testing/aws-stub.ts'
import { failureOf } from '../conformance/runs.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import dynamodb, { plainItem } from './index.ts'

const source = (answer: (call: AwsCall) => unknown) =>
  awsSource(dynamodb, (endpoint) => ({ access_key: AWS_KEYS.accessKey, secret_key: AWS_KEYS.secretKey, endpoint }), answer)

describe('DynamoDB', () => {
  it('reads page by page; every attribute is a column, numbers keep all their digits', async () => {
    const { read, actions } = await source(({ input }) =>
      input.NextToken === 'two'
        ? { Items: [{ id: { S: 'b' }, late: { BOOL: true } }] }
        : {
            Items: [
              {
                id: { S: 'a' },
                n: { N: '9007199254740993' },
                wide: { N: '123456789012345678901234567890.12345678' },
                x: { N: '0.1' },
                no: { NULL: true },
                bytes: { B: 'AP8=' },
                list: { L: [{ N: '1' }, { M: { k: { S: 'v' } } }] },
                set: { NS: ['1', '2.5'] },
              },
            ],
            NextToken: 'two',
          },
    )
    const { columns, rows } = await read('SELECT * FROM "orders";')
    expect(columns).toEqual([
      ['id', 'string'],
      ['n', 'integer'],
      ['wide', 'float'],
      ['x', 'float'],
      ['no', null],
      ['bytes', 'string'],
      ['list', null],
      ['set', null],
      ['late', 'boolean'],
    ])
    expect(rows).toEqual([
      ['a', 9007199254740993n, '123456789012345678901234567890.12345678', 0.1, null, '00ff', '[1,{"k":"v"}]', '[1,2.5]', null],
      ['b', null, null, null, null, null, null, null, true],
    ])
    expect(actions.map(({ action, input }) => [action, input])).toEqual([
      ['DynamoDB_20120810.ExecuteStatement', { Statement: 'SELECT * FROM "orders"' }],
      ['DynamoDB_20120810.ExecuteStatement', { Statement: 'SELECT * FROM "orders"', NextToken: 'two' }],
    ])
  })

  it('reports errors of the service, and that a change returns no rows', async () => {
    const { refusal } = await source(({ input }) =>
      String(input.Statement).includes('INSERT')
        ? { Items: [] }
        : awsError('ResourceNotFoundException', 'Requested resource not found'),
    )
    expect((await refusal('SELECT * FROM nothing')).message).toBe('Requested resource not found')
    expect((await refusal("INSERT INTO t VALUE {'id': 1}")).message).toBe('Query completed but it returned no data.')
    expect((await refusal('SELECT 1; SELECT 2')).message).toBe('DynamoDB runs one statement at a time.')
    expect((await refusal('SELECT 1', { options: { secret_key: 'a wrong secret' } })).message).toBe(
      'The request signature does not match.',
    )
  })

  it('retries throttled calls', async () => {
    let times = 0
    const { read } = await source(() =>
      times++ < 2 ? awsError('ProvisionedThroughputExceededException', 'Slow down') : { Items: [{ n: { N: '1' } }] },
    )
    expect((await read('SELECT * FROM t')).rows).toEqual([[1n]])
  })

  it('can be tested, and lists tables with the attributes of their keys (DS-28)', async () => {
    const { context } = await source(({ action, input }) => {
      if (action.endsWith('ListTables'))
        return input.ExclusiveStartTableName
          ? { TableNames: ['a'] }
          : { TableNames: ['orders'], LastEvaluatedTableName: 'orders' }
      return { Table: { AttributeDefinitions: [{ AttributeName: `${input.TableName}_id`, AttributeType: 'N' }] } }
    })
    await dynamodb.testConnection?.(context())
    expect(await dynamodb.getSchema?.(context())).toEqual([
      { name: 'a', columns: [{ name: 'a_id', type: 'number' }] },
      { name: 'orders', columns: [{ name: 'orders_id', type: 'number' }] },
    ])
  })

  it('lists the tables that the keys may describe, and names the refusal if they may describe none (OPEN-836)', async () => {
    const refusal = (name: unknown) =>
      awsError('AccessDeniedException', `User: ada is not authorized to perform: dynamodb:DescribeTable on resource: ${name}`)
    const schemaOf = async (TableNames: string[]) => {
      const { context } = await source(({ action, input }) => {
        if (action.endsWith('.ListTables')) return { TableNames }
        if (input.TableName === 'locked') return refusal('locked')
        if (input.TableName === 'deleted') return awsError('ResourceNotFoundException', 'Requested resource not found')
        return { Table: { AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }] } }
      })
      return dynamodb.getSchema?.(context())
    }
    expect(await schemaOf(['deleted', 'locked', 'open'])).toEqual([{ name: 'open', columns: [{ name: 'id', type: 'number' }] }])
    expect((await failureOf(Promise.resolve(schemaOf(['locked'])))).message).toBe(
      'User: ada is not authorized to perform: dynamodb:DescribeTable on resource: locked',
    )
  })
})

it('reads each value of an item by its type', () => {
  expect(
    plainItem({
      nothing: { NULL: true },
      number: { N: '1.5' },
      large: { N: '9007199254740993' },
      text: { S: 'x' },
      flag: { BOOL: false },
      bytes: { B: 'AQI=' },
      texts: { SS: ['a', 'b'] },
      numbers: { NS: ['1', '2'] },
      blobs: { BS: ['AQ=='] },
      list: { L: [{ N: '1' }, { S: 'y' }] },
      map: { M: { inner: { NULL: true } } },
    }),
  ).toEqual({
    nothing: null,
    number: 1.5,
    large: 9007199254740993n,
    text: 'x',
    flag: false,
    bytes: Buffer.from([1, 2]),
    texts: ['a', 'b'],
    numbers: [1, 2],
    blobs: [Buffer.from([1])],
    list: [1, 'y'],
    map: { inner: null },
  })
})

it('reads malformed values as null', () => {
  expect(plainItem({ a: 'x', b: {}, c: { L: 'x' }, d: { M: [1] }, e: { NS: null } })).toEqual({
    a: undefined,
    b: undefined,
    c: [],
    d: {},
    e: [],
  })
})

describe('PartiQL of DynamoDB', () => {
  testSentValues({
    runner: dynamodb,
    marker: /\?/g,
    async source(answer) {
      const { run } = await source(({ input }) => {
        const values = (Array.isArray(input.Parameters) ? input.Parameters : []).map(({ S }) => S)
        const cell = answer({ text: String(input.Statement), values })
        return cell instanceof Error ? awsError('ValidationException', cell.message) : { Items: [{ a: { S: cell } }] }
      })
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })
})
