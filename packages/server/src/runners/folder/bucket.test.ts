import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AWS_KEYS, isSigned } from '../../testing/aws-stub.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import folder from './index.ts'
import { bucketAddress } from './s3.ts'

const PAGE = 2
let world = ''
beforeAll(() => {
  world = mkdtempSync(join(tmpdir(), 'sightline-bucket-test-'))
})
afterAll(() => rmSync(world, { recursive: true, force: true }))

const s3Error = (status: number, code: string, message: string): StubAnswer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>1</RequestId></Error>`,
})

const etagOf = (content: Buffer): string => `"${content.length}"`

interface StubOptions {
  before?: (call: StubCall) => StubAnswer | Promise<StubAnswer> | null
  /** Metadata of stored objects. */
  headers?: Record<string, string>
}

/** Stub of the bucket `lake`, with signatures, paging and ranges as in S3. */
const lake =
  (objects: Record<string, Buffer>, { before, headers = {} }: StubOptions) =>
  async (call: StubCall): Promise<StubAnswer> => {
    const special = await before?.(call)
    if (special) return special
    if (!isSigned(call)) return s3Error(403, 'SignatureDoesNotMatch', 'The request signature does not match.')
    const [, bucket, ...rest] = call.path.split('/')
    if (bucket !== 'lake') return s3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const key = decodeURIComponent(rest.join('/'))
    return key === '' ? listOf(objects, call) : { headers, ...objectOf(objects, key, call) }
  }

function listOf(objects: Record<string, Buffer>, { query }: StubCall): StubAnswer {
  const keys = Object.keys(objects)
    .filter((key) => key.startsWith(query.get('prefix') ?? ''))
    .sort()
  const start = Number(query.get('continuation-token') ?? 0)
  const contents = keys.slice(start, start + PAGE).map((key) => {
    const content = objects[key] ?? Buffer.alloc(0)
    const name = new URLSearchParams({ key }).toString().slice('key='.length)
    return `<Contents><Key>${name}</Key><ETag>&quot;${content.length}&quot;</ETag><Size>${content.length}</Size></Contents>`
  })
  const isLast = start + PAGE >= keys.length
  const next = isLast ? '' : `<NextContinuationToken>${start + PAGE}</NextContinuationToken>`
  const head = `<EncodingType>url</EncodingType><IsTruncated>${!isLast}</IsTruncated>`
  return { body: `<ListBucketResult>${head}${contents.join('')}${next}</ListBucketResult>` }
}

function objectOf(objects: Record<string, Buffer>, key: string, { headers }: StubCall): StubAnswer {
  const content = objects[key]
  if (!content) return s3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  const wanted = headers['if-match']
  if (wanted !== undefined && wanted !== etagOf(content))
    return s3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  return start === undefined ? { body: content } : { status: 206, body: content.subarray(Number(start), Number(end) + 1) }
}

async function source(
  objects: Record<string, Buffer>,
  { before, headers, ...options }: StubOptions & Record<string, unknown> = {},
) {
  const tempDir = mkdtempSync(join(world, 'run-'))
  const found = await stubbedSource(
    folder,
    ({ url }) => ({
      path: 's3://lake/exports',
      access_key: AWS_KEYS.accessKey,
      secret_key: AWS_KEYS.secretKey,
      region: 'eu-west-1',
      endpoint: url,
      path_style: true,
      ...options,
    }),
    lake(objects, { ...(before ? { before } : {}), ...(headers ? { headers } : {}) }),
  )
  return {
    ...found,
    tempDir,
    ask: async (text: string) => rowsOf(await found.run(text, { tempDir })),
    refusal: async (text: string) => (await found.refusal(text, { tempDir })).message,
    schema: async () => (await folder.getSchema?.(found.context())) ?? [],
    asked: (key: string) => found.stub.calls.filter(({ path }) => path === `/lake/${key}`),
  }
}

async function parquetOf(select: string): Promise<Buffer> {
  const path = join(mkdtempSync(join(world, 'parquet-')), 'a.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, COMPRESSION uncompressed)`)
  connection.closeSync()
  instance.closeSync()
  return readFileSync(path)
}

const csv = (text: string): Buffer => Buffer.from(text)

describe('objects of a bucket', () => {
  it('are tables, listed page by page and fetched only if a query names them', async () => {
    const { ask, asked, schema } = await source({
      'exports/a b+ü.csv': csv('id,name\n1,Åse\n'),
      'exports/2025/one.parquet': await parquetOf('SELECT 1 AS id'),
      'exports/2025/two.parquet': await parquetOf('SELECT 2 AS id'),
      'exports/big.csv.gz': gzipSync('n\n7\n'),
      'exports/read me.txt': csv('no table'),
      'elsewhere/c.csv': csv('id\n3\n'),
    })
    expect((await schema()).map(({ name, columns }) => [name, columns.map((column) => column.name).join()])).toEqual([
      ['*', 'id,name,n'],
      ['2025/*', 'id'],
      ['2025/one', 'id'],
      ['2025/two', 'id'],
      ['a b+ü', 'id,name'],
      ['big', 'n'],
    ])
    expect(await ask('SELECT name FROM "a b+ü"')).toEqual([['Åse']])
    expect(await ask('SELECT n FROM big')).toEqual([[7n]])
    const before = asked('exports/2025/one.parquet').length
    // The query names it twice, but it is fetched once.
    expect(await ask('SELECT sum(a.id) FROM "2025/*.parquet" a, "2025/one" b')).toEqual([['3']])
    expect(asked('exports/2025/one.parquet')).toHaveLength(before + 1)
    expect(asked('elsewhere/c.csv')).toHaveLength(0)
  })

  it('are sampled at their beginnings or ends for their columns, whatever their size', async () => {
    const rows = await parquetOf('SELECT range AS id, md5(range::VARCHAR) AS name FROM range(40000)')
    const { schema, stub } = await source({
      'exports/large.parquet': rows,
      'exports/long.csv': csv(`id,name\n${'1,Åse\n'.repeat(100_000)}`),
      'exports/packed.tsv.gz': gzipSync(
        `id\tname\n${Array.from({ length: 60_000 }, (_, n) => `${n}\t${Math.sin(n)}`).join('\n')}`,
      ),
    })
    expect((await schema()).map(({ name, columns }) => `${name} ${columns.map((column) => column.type).join()}`)).toEqual([
      'large BIGINT,VARCHAR',
      'long BIGINT,VARCHAR',
      'packed BIGINT,DOUBLE',
    ])
    expect(rows.length).toBeGreaterThan(1_000_000)
    const ranges = stub.calls.filter(({ path }) => path !== '/lake/').map(({ headers }) => headers.range)
    expect(ranges).toHaveLength(3)
    expect(ranges).not.toContain(undefined)
  })

  it('are decompressed even if only their headers say that they are gzip', async () => {
    const text = csv(`id,name\n${Array.from({ length: 60_000 }, (_, n) => `${n},${Math.sin(n)}\n`).join('')}`)
    const { ask, schema } = await source(
      { 'exports/long.csv': gzipSync(text), 'exports/short.csv.gz': gzipSync('id\n7\n') },
      { headers: { 'content-encoding': 'gzip' } },
    )
    expect((await schema()).map(({ name, columns }) => `${name} ${columns.map((column) => column.type).join()}`)).toEqual([
      '* BIGINT,DOUBLE',
      'long BIGINT,DOUBLE',
      'short BIGINT',
    ])
    expect(await ask('SELECT count(*), max(id) FROM long')).toEqual([[60_000n, 59_999n]])
    expect(await ask('SELECT id FROM short')).toEqual([[7n]])
  })

  it('have a column for each partition folder', async () => {
    const { ask, schema } = await source({
      'exports/sales/year=2024/time=10%3A00/a.csv': csv('id\n1\n'),
      'exports/sales/year=2025/time=11:30/a.csv': csv('id\n2\n'),
    })
    expect(await ask('SELECT id, year, time FROM "sales/**/*" ORDER BY id')).toEqual([
      [1n, 2024n, '10:00'],
      [2n, 2025n, '11:30'],
    ])
    expect(
      (await schema())
        .find(({ name }) => name === 'sales/**/*')
        ?.columns.map(({ name }) => name)
        .sort(),
    ).toEqual([...['id', 'time', 'year']])
  })

  it('can be public, and are requested from the configured endpoint', async () => {
    const { stub, context } = await source(
      {},
      { before: ({ headers }) => (headers.authorization ? null : { body: '<ListBucketResult/>' }) },
    )
    const anonymous = context({ options: { access_key: '', secret_key: '' } })
    await folder.testConnection?.(anonymous)
    expect(stub.calls.at(-1)?.headers.authorization).toBeUndefined()
    await folder.testConnection?.(context({ options: { session_token: 'for an hour' } }))
    expect(stub.calls.at(-1)?.headers['x-amz-security-token']).toBe('for an hour')
    expect(stub.calls.at(-1)?.headers.authorization).toContain('/eu-west-1/s3/aws4_request')
  })

  it.each([
    ['lake', 'eu-west-1', {}, 'https://lake.s3.eu-west-1.amazonaws.com'],
    ['lake', 'cn-north-1', {}, 'https://lake.s3.cn-north-1.amazonaws.com.cn'],
    ['our.lake', 'eu-west-1', {}, 'https://s3.eu-west-1.amazonaws.com/our.lake'],
    ['lake', 'auto', { endpoint: 'https://acme.r2.example.com/' }, 'https://lake.acme.r2.example.com'],
    ['lake', 'auto', { endpoint: 'http://minio:9000', path_style: true }, 'http://minio:9000/lake'],
  ])('are requested at the URL of their bucket: %s in %s %j', (bucket, region, options, address) => {
    expect(bucketAddress(bucket, region, { path_style: false, ...options })).toBe(address)
  })

  it('are no tables if their keys contain dot segments', async () => {
    const { schema, ask } = await source({ 'exports/../../etc/a.csv': csv('id\n1\n'), 'exports/b.csv': csv('id\n2\n') })
    expect((await schema()).map(({ name }) => name)).toEqual(['b'])
    expect(await ask('SELECT * FROM b')).toEqual([[2n]])
  })
})

describe('errors of a bucket', () => {
  it.each([
    ['a wrong key', { secret_key: 'not the key' }, 'The request signature does not match. (SignatureDoesNotMatch)'],
    ['a bucket that is not there', { path: 's3://nowhere/' }, 'The specified bucket does not exist (NoSuchBucket)'],
    ['half of the keys', { secret_key: '' }, /^Access key and secret key are required/],
  ])('reports the message of the store: %s', async (_, options, message) => {
    const { refusal, context } = await source({}, options)
    expect(await refusal('SELECT 1')).toMatch(message)
    expect(await refusal('SELECT 1')).not.toContain('not the key')
    await expect(folder.testConnection?.(context())).rejects.toThrow(message)
  })

  it('reports access errors, a wrong region and an unknown host', async () => {
    const denied = await source({}, { before: () => s3Error(403, 'AccessDenied', 'Access Denied') })
    expect(await denied.refusal('SELECT 1')).toBe(
      'No right to list the objects of the bucket "lake": Access Denied (AccessDenied)',
    )
    const elsewhere = await source(
      {},
      {
        before: () => s3Error(400, 'AuthorizationHeaderMalformed', "the region 'eu-west-1' is wrong; expecting 'eu-north-1'"),
      },
    )
    expect(await elsewhere.refusal('SELECT 1')).toContain("expecting 'eu-north-1'")
    const gone = await source({}, { endpoint: 'http://127.0.0.1:9' })
    expect(await gone.refusal('SELECT 1')).toMatch(/refused|127\.0\.0\.1:9/)
  })

  it('retries throttled requests', async () => {
    let refusals = 0
    const { ask } = await source(
      { 'exports/a.csv': csv('id\n1\n') },
      { before: () => (refusals++ < 2 ? s3Error(503, 'SlowDown', 'Please reduce your request rate.') : null) },
    )
    expect(await ask('SELECT * FROM a')).toEqual([[1n]])
    expect(refusals).toBe(4)
  })

  it('lists an unreadable object without columns, beside all others', async () => {
    const { schema, refusal, ask } = await source(
      { 'exports/a.csv': csv('id\n1\n'), 'exports/secret.csv': csv('id\n2\n') },
      { before: ({ path }) => (path.endsWith('secret.csv') ? s3Error(403, 'AccessDenied', 'Access Denied') : null) },
    )
    expect((await schema()).map(({ name, columns }) => [name, columns.length])).toEqual([
      ['*', 1],
      ['a', 1],
      ['secret', 0],
    ])
    expect(await refusal('SELECT * FROM secret')).toBe(
      'No right to read the object "exports/secret.csv": Access Denied (AccessDenied)',
    )
    expect(await ask('SELECT * FROM a')).toEqual([[1n]])
  })
})

describe('the list of a store that sends keys as they are (OPEN-742)', () => {
  it.each(['a b+ü', '100%', '%41'])('has the key %s', async (name) => {
    const key = `exports/${name}.csv`
    const body = `<ListBucketResult><Contents><Key>${key}</Key><Size>5</Size></Contents></ListBucketResult>`
    const objects = { [key]: csv('id\n1\n') }
    const { ask } = await source(objects, { before: ({ path }) => (path === '/lake/' ? { body } : null) })
    expect(await ask(`SELECT * FROM "${name}"`)).toEqual([[1n]])
  })
})

describe('a run on a bucket', () => {
  it('refuses to fetch more than its limit before it starts', async () => {
    const { refusal, asked } = await source(
      {},
      {
        before: ({ path }) =>
          path === '/lake/'
            ? {
                body: `<ListBucketResult><Contents><Key>exports/huge.parquet</Key><Size>${3 * 1024 ** 3}</Size></Contents></ListBucketResult>`,
              }
            : null,
      },
    )
    expect(await refusal('SELECT * FROM huge')).toBe(
      'The tables of this query hold 3.0 GB in the bucket, and a query fetches at most 2 GB.',
    )
    expect(asked('exports/huge.parquet')).toHaveLength(0)
  })

  it('refuses an object that has changed since it was listed or is truncated', async () => {
    const whole = csv(`id\n${'1\n'.repeat(1000)}`)
    const broken = await source(
      { 'exports/a.csv': whole },
      {
        before: ({ path }) => (path.endsWith('a.csv') ? { body: whole.subarray(0, 100), breaks: true } : null),
      },
    )
    expect(await broken.refusal('SELECT * FROM a')).toMatch(/lost|closed|terminated|aborted|reset/i)
    const short = await source(
      { 'exports/a.csv': whole },
      {
        before: ({ path }) => (path.endsWith('a.csv') ? { body: whole.subarray(0, 100) } : null),
      },
    )
    expect(await short.refusal('SELECT * FROM a')).toBe('"a.csv" was changed while it was fetched. Please try again.')
    const objects: Record<string, Buffer> = { 'exports/a.csv': whole }
    const other = await source(objects, {
      before: ({ path }) => {
        if (path.endsWith('a.csv')) objects['exports/a.csv'] = csv('id\n1\n')
        return null
      },
    })
    expect(await other.refusal('SELECT * FROM a')).toContain('PreconditionFailed')
  })

  it('ends if it is cancelled while it fetches', async () => {
    let isFetching = false
    const { cancelled } = await source(
      { 'exports/a.csv': csv('id\n1\n') },
      {
        before: ({ path }) => {
          isFetching = path.endsWith('a.csv')
          return isFetching ? new Promise<StubAnswer>(() => {}) : null
        },
      },
    )
    expect(await cancelled('SELECT * FROM a', () => isFetching)).toBe(CANCELLED)
  })
})
