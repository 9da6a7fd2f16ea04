import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AWS_KEYS } from '../../testing/aws-stub.ts'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { motoServer } from '../../testing/servers/moto.ts'
import { MOTO_REGION, motoKeys } from '../../testing/servers/moto-keys.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { type AwsClient, awsClient } from '../aws/client.ts'
import { credentialsOf } from '../aws/signature.ts'
import { boundRuns, itMatchesWords, WORDS, type WordCondition } from '../conformance/bound-words.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows } from '../conformance/many-rows.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import { severalAtATime } from '../several-at-a-time.ts'
import dynamodb from './index.ts'

let server: StartedServer
const { accessKey, secretKey } = AWS_KEYS
const endpoint = () => `http://127.0.0.1:${server.port}`
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ region: MOTO_REGION, access_key: accessKey, secret_key: secretKey, endpoint: endpoint() },
  ...changes,
})
const { run, read, refusal } = sqlSource(dynamodb, options)

const ITEMS = [
  {
    ...{ big: { N: '-9223372036854775808' }, exact: { N: '-123456789012345678901234567890.12345678' }, yes: { BOOL: true } },
    ...{ words: { S: 'naïve 🐘 漢字' }, empty: { S: '' }, raw: { B: 'AP/e' }, nothing: { NULL: true } },
    ...{ list: { L: [{ N: '1' }, { NULL: true }] }, document: { M: { a: { S: 'x' } } } },
    ...{ numbers: { NS: ['1', '2.5'] }, texts: { SS: ['a'] } },
  },
  { big: { N: '9223372036854775807' }, exact: { N: '0.5' }, yes: { BOOL: false }, words: { S: 'two\nlines' } },
]
const table = (TableName: string, kind: 'S' | 'N') => ({
  TableName,
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: kind }],
  BillingMode: 'PAY_PER_REQUEST',
})
const WRITTEN_AT_ONCE = 25
const NUMBERS = 200
const MANY = 100_000

const clientIn = (region: string) =>
  awsClient({
    ...{ service: 'dynamodb', region, endpoint: endpoint(), credentials: credentialsOf(accessKey, secretKey) },
    ...{ target: 'DynamoDB_20120810', version: '1.0', signal: never },
  })

/** Stores items with the ids from 1 on. */
async function storeNumbers(client: AwsClient, count: number): Promise<void> {
  await client.call('CreateTable', table('numbers', 'N'))
  for (let start = 1; start <= count; start += WRITTEN_AT_ONCE) {
    const puts = Array.from({ length: WRITTEN_AT_ONCE }, (_, at) => ({
      PutRequest: { Item: { id: { N: String(start + at) } } },
    }))
    await client.call('BatchWriteItem', { RequestItems: { numbers: puts } })
  }
}

beforeAll(async () => {
  server = await motoServer.start()
  const client = clientIn(MOTO_REGION)
  for (const name of ['kinds', 'words']) await client.call('CreateTable', table(name, 'N'))
  for (const [at, item] of ITEMS.entries())
    await client.call('PutItem', { TableName: 'kinds', Item: { id: { N: String(at) }, ...item } })
  for (const [id, word] of WORDS.entries())
    await client.call('PutItem', { TableName: 'words', Item: { id: { N: String(id) }, word: { S: word } } })
  await storeNumbers(client, NUMBERS)
})
afterAll(() => server?.stop())

/** Conditions that the mock evaluates: it reads neither lists nor two conditions of one attribute that are joined by `AND`. */
const PARTIQL_CONDITIONS: WordCondition[] = [
  ['word = {{ x }}', (word, x) => word === x],
  ["word = '{{ x }}'", (word, x) => word === x],
  ["word = {{ x }} or word = '{{ y }}'", (word, x, y) => word === x || word === y],
]

// They come before the schema, of whose tables this mock looks at all for each statement.
describe('texts that are bound in DynamoDB (PARAM-73)', () => {
  const runs = boundRuns({ runner: dynamodb, options, tempDir: () => '/nowhere' })
  itMatchesWords({
    runner: dynamodb,
    // The mock reads no doubled quotes, so texts are always bound.
    run: (text) => runs(text, true),
    conditions: PARTIQL_CONDITIONS,
    query: (condition) => `select id, word from words where ${condition}`,
  })
})

const kinds = (...names: string[]) => `SELECT ${names.join(', ')} FROM kinds`
const inTexts = notApplicable('it is a text')
const between = notApplicable('between two pages it does nothing for a run')

describeConformance(dynamodb, {
  options,
  proxied: notApplicable('each page is a request of its own'),
  refused: {
    host: () => ({
      options: options({ endpoint: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: notApplicable('this mock does not check signatures'),
    database: notApplicable('a table that is not there is an error of the text'),
  },
  columns: {
    text: kinds('yes', 'words'),
    names: ['yes', 'words'],
    rows: [
      [true, 'naïve 🐘 漢字'],
      [false, 'two\nlines'],
    ],
  },
  repeatedNames: notApplicable('names of attributes are unique'),
  noRows: notApplicable('items tell the columns'),
  noResultSet: { text: "INSERT INTO numbers VALUE {'id': 90001}", message: NO_DATA },
  values: {
    nulls: {
      text: kinds('nothing', 'empty'),
      rows: [
        [null, ''],
        [null, null],
      ],
    },
    integers: { text: kinds('big'), rows: [[-(2n ** 63n)], [2n ** 63n - 1n]], storage: ['int64'] },
    decimals: {
      text: kinds('exact'),
      rows: [['-123456789012345678901234567890.12345678'], ['0.5']],
      storage: ['number_text'],
    },
    floats: notApplicable('numbers are decimal'),
    booleans: { text: kinds('yes'), rows: [[true], [false]], storage: ['boolean'] },
    texts: { text: kinds('words'), rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { text: kinds('empty'), rows: [[''], [null]] },
    dates: inTexts,
    wallClocks: inTexts,
    instants: inTexts,
    binary: { text: kinds('raw'), rows: [['00ffde'], [null]] },
    nested: {
      text: kinds('list', 'document'),
      rows: [
        ['[1,null]', '{"a":"x"}'],
        [null, null],
      ],
      storage: ['json', 'json'],
    },
    strange: {
      text: kinds('numbers', 'texts'),
      rows: [
        ['[1,2.5]', '["a"]'],
        [null, null],
      ],
    },
  },
  many: { text: 'SELECT id FROM numbers WHERE id <= 200', count: NUMBERS },
  slow: between,
  endless: between,
  isWorkingOn: between,
  failing: { text: 'SELECT * FROM nowhere', message: /not found|does not exist/i },
  failingMidway: notApplicable('each page is a response of its own'),
  severalStatements: notApplicable('one statement runs at a time, and a text with more is refused'),
  writing: notApplicable('the service decides what a user may change'),
  schema: {
    tables: { kinds: ['id'], numbers: ['id'], words: ['id'] },
    create: (names) => severalAtATime(names, 8, (name) => clientIn(MOTO_REGION).call('CreateTable', table(name, 'N'))),
  },
  stoppable: false,
})

describe('DynamoDB, as Moto mocks it', () => {
  it('filters by parameters and reads attributes of maps', async () => {
    expect(await read(`SELECT id FROM kinds WHERE words = 'naïve 🐘 漢字'`)).toEqual([[0n]])
    expect((await refusal('SELECT 1; SELECT 2')).message).toBe('DynamoDB runs one statement at a time.')
  })

  describe('with many items', () => {
    // The mock reads all items of a region for each statement.
    const region = 'us-east-1'
    beforeAll(() => storeNumbers(clientIn(region), MANY))

    itReadsManyRows(() => run('SELECT id FROM numbers', { region }), MANY)
  })
})

describe('Moto behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[0n]],
      read: ({ url }) => read(`SELECT id FROM kinds WHERE words = 'naïve 🐘 漢字'`, { endpoint: url }),
    })
  })
})

describe('keys of DynamoDB without permissions (OPEN-820)', () => {
  // The mock has too many tables in the other regions.
  const region = 'us-west-2'
  const SELECT = 'SELECT id FROM kinds WHERE id = 0'
  const NOT_PERMITTED = 'User: arn:aws:iam::123456789012:user/reader is not authorized to perform: dynamodb'
  beforeAll(async () => {
    const client = clientIn(region)
    for (const name of ['kinds', 'words']) await client.call('CreateTable', table(name, 'N'))
    await client.call('PutItem', { TableName: 'kinds', Item: { id: { N: '0' } } })
  })

  it('read and see what they may, and learn which action is refused', async () => {
    const keys = motoKeys(endpoint())
    const may = async (user: string, ...actions: string[]) => {
      const { accessKey, secretKey } = await keys.create(user, actions)
      return options({ region, access_key: accessKey, secret_key: secretKey })
    }
    const [reader, lister, nobody] = [
      await may('reader', 'dynamodb:ExecuteStatement'),
      await may('lister', 'dynamodb:ListTables', 'dynamodb:DescribeTable'),
      await may('nobody', 's3:ListAllMyBuckets'),
    ]
    onTestFinished(await keys.check())
    const refused = (user: string, action: string) => `${NOT_PERMITTED.replace('reader', user)}:${action}`
    const tables = ['kinds: id', 'words: id']
    await expectPlainRefusals(dynamodb, {
      ...{ options: reader, allowed: SELECT, refused: {} },
      ...{ schema: refused('reader', 'ListTables'), test: refused('reader', 'ListTables') },
    })
    await expectPlainRefusals(dynamodb, {
      ...{ options: lister, schema: tables, refused: { [SELECT]: refused('lister', 'ExecuteStatement') } },
    })
    await expectPlainRefusals(dynamodb, {
      ...{ options: nobody, schema: refused('nobody', 'ListTables'), test: refused('nobody', 'ListTables') },
      refused: { [SELECT]: refused('nobody', 'ExecuteStatement') },
    })
  })

  it('are refused if they are unknown, and if the secret key is another one', async () => {
    const keys = motoKeys(endpoint())
    const { accessKey } = await keys.create('forgetful', ['*'])
    onTestFinished(await keys.check())
    const unknown = 'The security token included in the request is invalid.'
    const differs = /^The request signature we calculated does not match the signature you provided\./
    for (const [changes, message] of [
      [{ access_key: 'AKIAUNKNOWN000000000' }, unknown],
      [{ access_key: accessKey }, differs],
    ] as const)
      await expectPlainRefusals(dynamodb, {
        ...{ options: options({ region, ...changes }), schema: message, test: message, refused: { [SELECT]: message } },
      })
  })
})
