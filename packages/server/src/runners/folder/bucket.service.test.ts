import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStorage, startObjectStorage } from '../../testing/object-storage.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import folder from './index.ts'

// A bucket of OpenStack Swift, which checks signatures.

const never = new AbortController().signal
const AT_ONCE = 50

let storage: ObjectStorage
let world = ''
/** More objects than a page of a list has. */
let many: number
beforeAll(async () => {
  world = mkdtempSync(join(tmpdir(), 'sightline-lake-'))
  storage = await startObjectStorage()
  many = storage.pageSize + 5
  await storage.bucket('lake')
  const objects: [key: string, content: string | Uint8Array][] = [
    ['exports/a b+ü.csv', 'id,name\n1,Åse\n'],
    ['exports/day=2025-01-02/one.parquet', await parquet('SELECT 1 AS id, 9223372036854775807 AS large')],
    ['exports/day=2025-01-03/two.parquet', await parquet('SELECT 2 AS id, NULL::BIGINT AS large')],
    ['elsewhere/c.csv', 'id\n3\n'],
    ...Array.from({ length: many }, (_, at): [string, string] => [`many/${String(at).padStart(4, '0')}.csv`, `n\n${at}\n`]),
  ]
  for (let start = 0; start < objects.length; start += AT_ONCE)
    await Promise.all(objects.slice(start, start + AT_ONCE).map(([key, content]) => put(key, content)))
})
afterAll(async () => {
  await storage?.stop()
  rmSync(world, { recursive: true, force: true })
})

async function put(key: string, content: string | Uint8Array): Promise<void> {
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = storage.keys
  const client = new S3Client({
    ...{ endpoint: endpoint(), region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new PutObjectCommand({ Bucket: 'lake', Key: key, Body: content }))
  client.destroy()
}

async function parquet(select: string): Promise<Uint8Array> {
  const path = join(mkdtempSync(join(world, 'parquet-')), 'a.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  return readFileSync(path)
}

const endpoint = () => `http://127.0.0.1:${storage.port}`
const given = () => {
  const { accessKey: access_key, secretKey: secret_key } = storage.keys
  const bucket = { path: 's3://lake/exports', region: 'us-east-1', endpoint: endpoint(), path_style: true }
  return { ...bucket, access_key, secret_key }
}
const context = (changes: Record<string, unknown> = {}) => ({
  config: folder.config.parse({ ...given(), ...changes }),
  signal: never,
  tempDir: mkdtempSync(join(world, 'run-')),
})
const ask = async (text: string, changes?: Record<string, unknown>) => rowsOf(await folder.run(text, context(changes)))

describe('files in a bucket of a real object storage (OPEN-575)', () => {
  it('are tables with their columns, also with strange letters in their names', async () => {
    await folder.testConnection?.(context())
    const schema = (await folder.getSchema?.(context())) ?? []
    expect(schema.map(({ name, columns }) => [name, columns.map((column) => column.name).join()])).toEqual([
      ['**/*', 'id,large,day'],
      ['a b+ü', 'id,name'],
      ['day=2025-01-02/one', 'id,large,day'],
      ['day=2025-01-03/two', 'id,large,day'],
    ])
    expect(await ask('SELECT name FROM "a b+ü"')).toEqual([['Åse']])
    expect(await ask('SELECT day, large FROM "**/*.parquet" ORDER BY id')).toEqual([
      ['2025-01-02', 2n ** 63n - 1n],
      ['2025-01-03', null],
    ])
  })

  it('are listed completely if there are more than a page has', async () => {
    expect(await ask('SELECT count(*), max(n) FROM "*.csv"', { path: 's3://lake/many/' })).toEqual([
      [BigInt(many), BigInt(many - 1)],
    ])
  })

  it.each([
    ['a wrong key', { secret_key: 'not the key' }, /SignatureDoesNotMatch/],
    ['an unknown user', { access_key: 'nobody' }, /\((InvalidAccessKeyId|AccessDenied|SignatureDoesNotMatch)\)/],
    ['a bucket that is not there', { path: 's3://nowhere/' }, /NoSuchBucket|AccessDenied/],
  ])('are refused with the message of the server: %s', async (_, changes, message) => {
    const failure = await failureOf(ask('SELECT 1', changes))
    expect(failure.message).toMatch(message)
    expect(failure.message).not.toContain('not the key')
  })

  it('are refused to keys without rights, with the name of the bucket (OPEN-820, OPEN-825)', async () => {
    const { accessKey: access_key, secretKey: secret_key } = storage.stranger
    const message = 'No right to list the objects of the bucket "lake": Access Denied. (AccessDenied)'
    await expectPlainRefusals(folder, {
      options: { ...given(), access_key, secret_key },
      ...{ schema: message, test: message, refused: { 'SELECT * FROM "a b+ü"': message } },
    })
  })
})
