import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { CANCELLED } from '../runner.ts'
import snowflake from './index.ts'

const STATEMENTS = '/api/v2/statements'
const PASSPHRASE = 'a secret'
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
})
const DIGEST = createHash('sha256')
  .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
  .digest('base64')
const OPTIONS = {
  account: 'xy12345.eu-central-1',
  user: 'ada',
  private_key_File: Buffer.from(privateKey).toString('base64'),
  private_key_pwd: PASSPHRASE,
  warehouse: 'w',
  database: 'd',
}

/** Whether a call is authorized, by a JWT signed with the key or by an access token. */
function isKnown({ headers }: StubCall): boolean {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  if (headers['x-snowflake-authorization-token-type'] !== 'KEYPAIR_JWT') return token === 'an access token'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { iss, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && sub === 'XY12345.ADA' && iss === `XY12345.ADA.SHA256:${DIGEST}`
}

const source = (answer: (call: StubCall) => StubAnswer) =>
  stubbedSource(
    snowflake,
    ({ url }) => ({ ...OPTIONS, host: url }),
    (call) => (isKnown(call) ? answer(call) : json({ code: '390144', message: 'JWT token is invalid.' }, 401)),
  )
const working = json({ code: '333334', message: 'Asynchronous execution in progress.', statementHandle: 'h-1' }, 202)
const done = (rowType: object[], data: (string | null)[][], more = {}) =>
  json({ code: '090001', statementHandle: 'h-1', resultSetMetaData: { rowType, partitionInfo: [{}] }, data, ...more })
const column = (name: string, type: string, precision: number | null = null, scale: number | null = null) => ({
  name,
  type,
  precision,
  scale,
})

describe('Snowflake', () => {
  it('waits, and reads part by part; parts come compressed', async () => {
    const types = [column('I', 'fixed', 18, 0), column('OLD', 'timestamp_ntz')]
    const partitions = { resultSetMetaData: { rowType: types, partitionInfo: [{}, {}] } }
    let looks = 0
    const { run, stub } = await source(({ method, query }) => {
      if (query.get('partition') === '1')
        return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify({ data: [[null, null]] })) }
      return method === 'POST' || looks++ === 0 ? working : done(types, [['7', '-0.500000000']], partitions)
    })
    const result = await run('SELECT *', { options: { lower_case_columns: true } })
    expect(result.columns.map(({ name }) => name)).toEqual(['i', 'old'])
    expect(await rowsOf(result)).toEqual([
      [7n, '1969-12-31T23:59:59.500'],
      [null, null],
    ])
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toEqual({ statement: 'SELECT *', database: 'd', warehouse: 'w' })
    expect(stub.calls[0]?.query.get('async')).toBe('true')
  })

  it('knows types by their names in capitals as well, and numbers without a fixed point', async () => {
    const types = [column('I', 'FIXED', 3, 0), column('D', 'DATE'), column('F', 'DECFLOAT'), column('M', 'MAP')]
    const { run } = await source(() => done(types, [['7', '19782', '1.5e-300', '{"a":1}']]))
    const result = await run('SELECT *')
    expect(result.columns.map(({ storage }) => storage.kind)).toEqual(['int64', 'date', 'number_text', 'json'])
    expect(await rowsOf(result)).toEqual([[7n, '2024-02-29', '1.5e-300', '{"a":1}']])
  })

  it('runs several statements in one session, and shows the last one', async () => {
    const { read, stub, refusal } = await source(({ path }) =>
      path.endsWith('/h-3') ? done([column('N', 'fixed', 1, 0)], [['1']]) : done([], [], { statementHandles: ['h-2', 'h-3'] }),
    )
    expect((await read('USE SCHEMA shop; SELECT 1')).rows).toEqual([[1n]])
    expect(JSON.parse(stub.calls[0]?.body ?? '').parameters).toEqual({ MULTI_STATEMENT_COUNT: '2' })
    expect((await refusal('-- nothing')).message).toBe('Query completed but it returned no data.')
  })

  it('sets the time zone of the session (DS-31)', async () => {
    const { run, stub } = await source(() => done([column('N', 'fixed', 1, 0)], [['1']]))
    await run('SELECT 1', { timeZone: 'Asia/Kolkata' })
    expect(JSON.parse(stub.calls[0]?.body ?? '').parameters).toEqual({ TIMEZONE: 'Asia/Kolkata' })
  })

  it('reports errors of Snowflake with their position, and a failed login without a secret', async () => {
    const message = "SQL compilation error: error line 2 at position 7\ninvalid identifier 'X'"
    const { refusal } = await source(({ headers }) =>
      headers['x-snowflake-authorization-token-type'] === 'KEYPAIR_JWT'
        ? json({ code: '000904', message, statementHandle: 'h' }, 422)
        : done([column('N', 'real')], [['1']]),
    )
    const text = 'SELECT a,\n       x FROM t'
    expect(await refusal(text)).toMatchObject({ message, position: text.indexOf('x FROM') + 1 })
    const said = async (options: Record<string, unknown>) => (await refusal(text, { options })).message
    expect(await said({ user: 'bob' })).toBe('Failed to execute query. 401: JWT token is invalid.')
    expect(await said({ private_key_pwd: 'a wrong one' })).toMatch(/^The private key cannot be read/)
    expect(await said({ private_key_File: undefined, password: 'no token' })).toBe(
      'Failed to execute query. 401: JWT token is invalid.',
    )
    expect(await said({ private_key_File: undefined })).toMatch(/^A private key is required/)
    expect(await said({ host: '', account: 'evil.example/' })).toBe('"evil.example/" is not the name of an account.')
  })

  it('is retried when it is busy, with the same request id, so that nothing runs twice', async () => {
    const busy: StubAnswer[] = [{ status: 429, headers: { 'retry-after': '0' } }, { status: 503 }]
    const { read, stub } = await source(() => busy.shift() ?? done([column('N', 'real')], [['1']]))
    expect((await read('SELECT 1')).rows).toEqual([[1]])
    expect(new Set(stub.calls.map(({ query }) => query.get('requestId'))).size).toBe(1)
    expect(stub.calls.map(({ query }) => query.get('retry'))).toEqual([null, null, 'true'])
  })

  it('is cancelled when the statement has ended, and not before', async () => {
    let isCancelling = false
    let looks = 0
    const { cancelled, stub } = await source(({ path, method }) => {
      if (path.endsWith('/cancel')) {
        isCancelling = true
        return json({})
      }
      return method === 'GET' && isCancelling && looks++ > 1
        ? json({ code: '000604', message: 'SQL execution canceled', statementHandle: 'h-1' }, 422)
        : working
    })
    expect(await cancelled('SELECT 1', () => stub.calls.some(({ method }) => method === 'GET'))).toBe(CANCELLED)
    expect(stub.calls.filter(({ path }) => path === `${STATEMENTS}/h-1/cancel`)).toHaveLength(1)
    expect(looks).toBeGreaterThan(1)
  })

  it('can be tested, and lists tables (DS-28)', async () => {
    const { context } = await source(() =>
      done(
        [column('A', 'text')],
        [
          ['SHOP.ORDERS', 'ID', 'NUMBER'],
          ['SHOP.ORDERS', 'AT', 'DATE'],
        ],
      ),
    )
    await snowflake.testConnection?.(context())
    expect(await snowflake.getSchema?.(context())).toEqual([
      {
        name: 'SHOP.ORDERS',
        columns: [
          { name: 'ID', type: 'NUMBER' },
          { name: 'AT', type: 'DATE' },
        ],
      },
    ])
  })

  it('lists 200,000 columns that arrive in one part (OPEN-841)', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => ['SHOP.WIDE', `C${at}`, 'NUMBER'])
    const { context } = await source(() => done([column('A', 'text')], rows))
    expect((await snowflake.getSchema?.(context()))?.[0]?.columns).toHaveLength(rows.length)
  })

  it.each([
    [[null, 'D'], 'There is no warehouse "w" for this user.'],
    [['W', null], 'There is no database "d" for this user.'],
  ])('fails its test where a query would, for what a session has begun without (DS-24): %j', async (known, message) => {
    const { context } = await source(() => done([column('W', 'text'), column('D', 'text')], [known]))
    await expect((async () => snowflake.testConnection?.(context()))()).rejects.toThrow(message)
  })
})

describe('the SQL API of Snowflake', () => {
  testSentValues({
    runner: snowflake,
    marker: /\?/g,
    async source(answer) {
      const { run } = await source(({ body }) => {
        const { statement, bindings = {} } = JSON.parse(body)
        const values = Object.keys(bindings).map((_, index) => bindings[index + 1].value)
        const cell = answer({ text: statement, values })
        return cell instanceof Error ? json({ message: cell.message }, 422) : done([column('A', 'text')], [[cell]])
      })
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })

  it('receives texts as bindings by their numbers, and as they are written beside other statements (PARAM-73)', async () => {
    const { run, stub } = await source(() => done([column('N', 'fixed', 1, 0)], [['1']]))
    await run("SELECT n FROM t WHERE v:a = 'it''s' AND b IN ('C:\\\\x', '\\x41')", { bindsTexts: true })
    await run("USE s; SELECT n FROM t WHERE b = 'c'", { bindsTexts: true })
    expect(stub.calls.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        statement: "SELECT n FROM t WHERE v:a = ? AND b IN (?, '\\x41')",
        bindings: { 1: { type: 'TEXT', value: "it's" }, 2: { type: 'TEXT', value: 'C:\\x' } },
      },
      { statement: "USE s; SELECT n FROM t WHERE b = 'c'" },
    ])
  })
})
