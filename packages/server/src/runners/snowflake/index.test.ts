import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
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

/** By a letter that is signed with the key, or by an access token. */
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
  it('waits, reads part by part, with types', async () => {
    const types = [
      column('I', 'fixed', 18, 0),
      column('BIG', 'fixed', 38, 0),
      column('P', 'fixed', 38, 2),
      column('X', 'real'),
      column('OK', 'boolean'),
      column('D', 'date'),
      column('T', 'time'),
      column('NTZ', 'timestamp_ntz'),
      column('TZ', 'timestamp_tz'),
      column('V', 'variant'),
      column('B', 'binary'),
      column('S', 'text'),
      column('OLD', 'timestamp_ntz'),
    ]
    const values = [
      '7',
      '12345678901234567890',
      '0.10',
      '0.1',
      'true',
      '19782',
      '45296.500000000',
      '1709210096.123456000',
      '1709210096.000000000 1500',
      '{"a": 1}',
      '00FF',
      'Grüße',
      '-0.500000000',
    ]
    let looks = 0
    const { run, stub } = await source(({ method, query }) => {
      if (query.get('partition') === '1')
        return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify({ data: [types.map(() => null)] })) }
      return method === 'POST' || looks++ === 0
        ? working
        : done(types, [values], { resultSetMetaData: { rowType: types, partitionInfo: [{}, {}] } })
    })
    const result = await run('SELECT *', { options: { lower_case_columns: true } })
    expect(result.columns.map(({ name }) => name).slice(0, 3)).toEqual(['i', 'big', 'p'])
    expect(result.columns.map(({ type, storage }) => [type, storage.kind])).toEqual([
      ['integer', 'int64'],
      ['integer', 'decimal'],
      ['float', 'decimal'],
      ['float', 'double'],
      ['boolean', 'boolean'],
      ['date', 'date'],
      ['string', 'text'],
      ['datetime', 'timestamp'],
      ['datetime', 'instant'],
      [null, 'json'],
      ['string', 'text'],
      ['string', 'text'],
      ['datetime', 'timestamp'],
    ])
    expect(await rowsOf(result)).toEqual([
      [
        7n,
        '12345678901234567890',
        '0.10',
        0.1,
        true,
        '2024-02-29',
        '12:34:56.5',
        '2024-02-29T12:34:56.123456',
        '2024-02-29T12:34:56.000',
        '{"a": 1}',
        '00FF',
        'Grüße',
        '1969-12-31T23:59:59.500',
      ],
      types.map(() => null),
    ])
    expect(JSON.parse(stub.calls[0]?.body ?? '')).toEqual({ statement: 'SELECT *', database: 'd', warehouse: 'w' })
    expect(stub.calls[0]?.query.get('async')).toBe('true')
  })

  it('runs several statements in one session, and shows the last one', async () => {
    const { read, stub, refusal } = await source(({ path }) =>
      path.endsWith('/h-3') ? done([column('N', 'fixed', 1, 0)], [['1']]) : done([], [], { statementHandles: ['h-2', 'h-3'] }),
    )
    expect((await read('USE SCHEMA shop; SELECT 1')).rows).toEqual([[1n]])
    expect(JSON.parse(stub.calls[0]?.body ?? '').parameters).toEqual({ MULTI_STATEMENT_COUNT: '2' })
    expect((await refusal('-- nothing')).message).toBe('Query completed but it returned no data.')
  })

  it('says what Snowflake says, with the place; and who is not known, without a secret', async () => {
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

  it('takes an access token for a password', async () => {
    const { run } = await source(() => done([column('N', 'real')], [['1']]))
    expect(
      await rowsOf(await run('SELECT 1', { options: { private_key_File: undefined, password: 'an access token' } })),
    ).toEqual([[1]])
  })

  it('is asked again when it is busy', async () => {
    let times = 0
    const { read } = await source(() =>
      times++ === 0 ? { status: 429, headers: { 'retry-after': '0' } } : done([column('N', 'real')], [['1']]),
    )
    expect((await read('SELECT 1')).rows).toEqual([[1]])
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
})
