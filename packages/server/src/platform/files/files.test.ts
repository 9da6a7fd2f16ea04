import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { count } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFromTemplate } from '../../testing/database.ts'
import type { EmbeddedDatabase } from '../db/database.ts'
import { createDatabaseFileStore } from './database.ts'
import { createFileStore } from './directory.ts'
import { openFileStore } from './open.ts'
import { makeTempDir, removeLeftTempDirs } from './process-folders.ts'
import type { FileStore } from './store.ts'
import { storedFileChunks } from './tables.ts'

const root = await mkdtemp(join(tmpdir(), 'sightline-files-'))
const content = Buffer.from('some content')
let database: EmbeddedDatabase
let dataDir: string

beforeAll(async () => {
  database = await openFromTemplate()
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'data-'))
})

async function localFile(bytes = content): Promise<string> {
  const path = join(dataDir, 'upload')
  await writeFile(path, bytes)
  return path
}

const stores: [string, () => FileStore][] = [
  ['a folder', () => createFileStore({ dataDir, resultsUrl: null })],
  ['the database', () => createDatabaseFileStore({ dataDir }, database.db)],
]

describe.each(stores)('files in %s', (_, open) => {
  it('are stored whole and read again', async () => {
    const files = open()
    const local = await localFile()
    await files.put('results/1.parquet', local)
    await expect(access(local)).rejects.toThrow()
    expect(await readFile(await files.open('results/1.parquet'))).toEqual(content)
    expect(await buffer(await files.stream('results/1.parquet'))).toEqual(content)
  })

  it('are replaced by a file of the same name', async () => {
    const files = open()
    await files.put('results/2.parquet', await localFile())
    await files.put('results/2.parquet', await localFile(Buffer.from('new')))
    expect(await readFile(await files.open('results/2.parquet'), 'utf8')).toBe('new')
    expect((await buffer(await files.stream('results/2.parquet'))).toString()).toBe('new')
  })

  it('do not exist after they are removed, and may be removed twice', async () => {
    const files = open()
    await files.put('results/3.parquet', await localFile())
    expect(await files.has('results/3.parquet')).toBe(true)
    await files.remove('results/3.parquet')
    await files.remove('results/3.parquet')
    expect(await files.has('results/3.parquet')).toBe(false)
    await expect(files.open('results/3.parquet')).rejects.toThrow()
  })

  it('are listed by their folder and age', async () => {
    const files = open()
    for (const name of ['listed/a.parquet', 'listed/b.parquet', 'others/c.parquet']) await files.put(name, await localFile())
    const later = new Date(Date.now() + 60_000)
    const facts = { size: content.length, modified: expect.any(Date) }
    const listed = ['listed/a.parquet', 'listed/b.parquet'].map((name) => ({ name, ...facts }))
    expect((await files.list('listed', later)).toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(listed)
    expect(await files.list('listed')).toHaveLength(2)
    expect(await files.list('listed', new Date(0))).toEqual([])
    expect(await files.list('nothing', later)).toEqual([])
  })

  it('may be empty', async () => {
    const files = open()
    await files.put('uploads/empty', await localFile(Buffer.alloc(0)))
    expect(await readFile(await files.open('uploads/empty'))).toHaveLength(0)
  })

  it.each(['../secret', 'results/../../secret', '/etc/passwd', 'a//b', '', '.', 'results/.hidden', 'a\\b', 'a\0b'])(
    'cannot be called %j',
    async (name) => {
      await expect((async () => open().open(name))()).rejects.toThrow('is no name of a stored file.')
      await expect((async () => open().remove(name))()).rejects.toThrow('is no name of a stored file.')
    },
  )

  it('have new temporary folders', async () => {
    const files = open()
    const [one, other] = [await files.tempDir(), await files.tempDir()]
    expect(one).not.toBe(other)
    expect(await readdir(one)).toEqual([])
  })
})

describe('files in the database', () => {
  it('are visible to every machine, in chunks of 1 MB', async () => {
    await database.db.delete(storedFileChunks)
    const large = Buffer.alloc(1.5 * 1024 * 1024, 'some content ')
    await createDatabaseFileStore({ dataDir }, database.db).put('results/9.parquet', await localFile(large))
    const elsewhere = createDatabaseFileStore({ dataDir: join(root, 'another-machine') }, database.db)
    const [one, other] = await Promise.all([elsewhere.open('results/9.parquet'), elsewhere.open('results/9.parquet')])
    expect(one).toBe(other)
    expect((await readFile(one)).equals(large)).toBe(true)
    expect(await database.db.select({ chunks: count() }).from(storedFileChunks)).toEqual([{ chunks: 2 }])
  })

  it('leave no copies of a process that has ended', async () => {
    const gone = join(dataDir, 'cache', '999999999-x')
    await mkdir(gone, { recursive: true })
    const files = createDatabaseFileStore({ dataDir }, database.db)
    await files.put('results/10.parquet', await localFile())
    await expect(access(gone)).rejects.toThrow()
  })
})

describe('temporary folders', () => {
  it('are removed at the next start if their process has ended', async () => {
    const mine = await makeTempDir(dataDir)
    const others = ['999999999-left', 'run-older', `${process.ppid}-alive`].map((name) => join(dataDir, 'tmp', name))
    for (const folder of others) await mkdir(folder)
    await removeLeftTempDirs(dataDir, false)
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([`${process.ppid}-alive`])
    // A folder with our own process id belongs to an earlier process: this one has created none yet.
    await expect(access(mine)).rejects.toThrow()
  })

  it('of other machines and containers that share the directory are kept while they may be in use (OPEN-289)', async () => {
    const parent = join(dataDir, 'tmp')
    const [running, left] = ['1-0123abcd-running', '1-0123abcd-left'].map((name) => join(parent, name))
    if (running === undefined || left === undefined) throw new Error('Both folders are named.')
    for (const folder of [running, left]) await mkdir(folder, { recursive: true })
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    await utimes(left, longAgo, longAgo)
    await removeLeftTempDirs(dataDir, false)
    await access(running)
    await expect(access(left)).rejects.toThrow()
    // With the embedded database, no other process can have one.
    await removeLeftTempDirs(dataDir, true)
    await expect(access(running)).rejects.toThrow()
  })
})

describe('the location of files', () => {
  const databaseUrl = 'postgres://localhost/sightline'
  const placeOf = async (resultsUrl: string | null, url: string | null) => {
    const files = openFileStore({ dataDir, databaseUrl: url, resultsUrl, resultsKeys: null }, database.db)
    await files.put('results/11.parquet', await localFile())
    return files.open('results/11.parquet')
  }

  it('is that of the metadata, unless another one is configured', async () => {
    expect(await placeOf(null, null)).toBe(join(dataDir, 'files/results/11.parquet'))
    expect(await placeOf(null, databaseUrl)).toContain(join(dataDir, 'cache'))
    expect(await placeOf('postgres:', databaseUrl)).toContain(join(dataDir, 'cache'))
    const folder = join(root, 'elsewhere')
    expect(await placeOf(pathToFileURL(folder).href, databaseUrl)).toBe(join(folder, 'results/11.parquet'))
  })

  it('is refused in one sentence if its kind is unknown or its database is missing', () => {
    const open = (resultsUrl: string) => () =>
      openFileStore({ dataDir, databaseUrl: null, resultsUrl, resultsKeys: null }, database.db)
    expect(open('ftp://host')).toThrow('SIGHTLINE_RESULTS_URL must begin with file:, postgres:, s3: or azure:, not with ftp:')
    expect(open('postgres:')).toThrow('SIGHTLINE_RESULTS_URL with postgres: requires SIGHTLINE_DATABASE_URL.')
  })
})
