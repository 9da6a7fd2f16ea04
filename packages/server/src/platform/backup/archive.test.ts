import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyCheck } from '../crypto/key-check.ts'
import { newestSchema, tablesOf } from '../db/schema-history.ts'
import { AnotherKeyError, checkArchive, readArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import type { Manifest } from './parts.ts'

const KEY = 'the key of this installation, long enough'
const USERS = '1\tAda\n2\tGrace\n'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-archive-'))
  file = join(folder, 'backup')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const manifest = (): Manifest => ({
  format: 1,
  version: '1.2.3',
  schema: newestSchema(),
  made_at: '2026-11-28T00:00:00.000Z',
  key_check: keyCheck(KEY),
  tables: { users: { columns: ['id', 'name'], sequences: { id: 2 } } },
  bytes: 100,
})

/** Writes a small backup. @param sealedWith the key that signs it */
async function write(changes: object = {}, sealedWith = KEY): Promise<void> {
  const tar = new PassThrough()
  const written = pipeline(tar, createZstdCompress(), createWriteStream(file))
  const archive = writeArchive(tar, sealedWith)
  await archive.begin({ ...manifest(), ...changes })
  await archive.table({ table: 'users', bytes: Buffer.from(USERS) })
  const name = `results/${'0123456789'.repeat(9)}.parquet`
  const content = (async function* () {
    yield Buffer.from('PAR')
    yield Buffer.from('1')
  })()
  await archive.file({ place: 'files', name, size: 4, modified: new Date(1_000_000_000_000), content })
  await archive.end()
  await written
}

/** Changes the tar archive inside. */
function change(edit: (tar: Buffer) => Buffer): void {
  writeFileSync(file, zstdCompressSync(edit(zstdDecompressSync(readFileSync(file)))))
}

const check = (key: string | null = KEY) => checkArchive(file, key, () => {})

/** Everything that a sink gets. */
async function parts(): Promise<unknown[]> {
  const found: unknown[] = []
  const sink = {
    async begin() {},
    async table({ table, bytes }: { table: string; bytes: Uint8Array }) {
      found.push([table, Buffer.from(bytes).toString()])
    },
    async file({ name, modified, content }: { name: string; modified: Date; content: AsyncIterable<Uint8Array> }) {
      const pieces: Uint8Array[] = []
      for await (const piece of content) pieces.push(piece)
      found.push([name, modified.toISOString(), Buffer.concat(pieces).toString()])
    },
  }
  await readArchive(await check(), sink, () => {})
  return found
}

describe('the archive of a backup', () => {
  it('gives back the tables and files that were written, with their times (OPEN-275)', async () => {
    await write()
    expect(await check()).toMatchObject({ manifest: manifest() })
    expect(await parts()).toEqual([
      ['users', USERS],
      [`results/${'0123456789'.repeat(9)}.parquet`, '2001-09-09T01:46:40.000Z', 'PAR1'],
    ])
  })

  it('can be listed and unpacked by tar (OPEN-275)', async () => {
    await write()
    writeFileSync(join(folder, 'backup.tar'), zstdDecompressSync(readFileSync(file)))
    const tar = (...args: string[]) => execFileSync('tar', args, { cwd: folder, encoding: 'utf8' })
    expect(tar('tf', 'backup.tar').trim().split('\n')).toEqual([
      'manifest.json',
      'tables/users/1.copy',
      `files/results/${'0123456789'.repeat(9)}.parquet`,
      'checksums.json',
      'seal.json',
    ])
    expect(tar('xOf', 'backup.tar', 'tables/users/1.copy')).toBe(USERS)
  })

  it('is refused with one sentence if the file is missing or of another kind (OPEN-276)', async () => {
    await expect(check()).rejects.toThrow(/backup cannot be read: .*no such file/)
    writeFileSync(file, 'something else')
    await expect(check()).rejects.toThrow(/backup is no backup of Sightline\.$/)
    writeFileSync(file, zstdCompressSync(Buffer.from('x'.repeat(5000))))
    await expect(check()).rejects.toThrow(/is damaged or was changed\.$/)
  })

  it('is refused if it was cut off, wherever in its content that was (OPEN-276)', async () => {
    await write()
    const whole = readFileSync(file)
    // The last bytes only end the compressed stream: without them, all content may still be there.
    for (let length = 8; length < whole.length - 16; length += 37) {
      writeFileSync(file, whole.subarray(0, length))
      await expect(check(), `${length} bytes`).rejects.toThrow(/is incomplete: it was cut off/)
    }
    writeFileSync(file, whole)
    // A whole file of the compression with an archive that ends early.
    change((tar) => tar.subarray(0, 2048))
    await expect(check()).rejects.toThrow(/is incomplete: it was cut off/)
  })

  it('is refused if a part of it was changed (OPEN-276)', async () => {
    await write()
    change((tar) => Buffer.from(tar.toString('latin1').replace('Grace', 'Grave'), 'latin1'))
    await expect(check()).rejects.toThrow('is damaged or was changed: the checksum of tables/users/1.copy is wrong.')
  })

  it('is refused if it was sealed without the secret key, unless that is lost (OPEN-276)', async () => {
    await write({}, 'a key of somebody else, also long enough')
    await expect(check()).rejects.toThrow('is damaged or was changed: the checksum of checksums.json is wrong.')
    expect(await check(null)).toMatchObject({ manifest: manifest() })
  })

  it('is refused if its secrets are encrypted with another key (OPEN-276)', async () => {
    await write()
    await expect(check('another key, which is long enough as well')).rejects.toThrow(AnotherKeyError)
  })

  it('is refused if a newer version made it, with both versions (OPEN-276)', async () => {
    await write({ version: '99.0.0', schema: newestSchema() + 1 })
    await expect(check()).rejects.toThrow(
      /was made by a newer version of Sightline \(99\.0\.0\) than this one \(\d+\.\d+\.\d+\)/,
    )
    await write({ version: '99.0.0', format: 2 })
    await expect(check()).rejects.toThrow(/newer version of Sightline \(99\.0\.0\)/)
  })

  it('has no rows of an installation whose schema nobody knows (OPEN-276)', async () => {
    await write({ schema: 5 })
    await expect(check()).rejects.toThrow(/is damaged or was changed/)
  })
})

it('knows the tables of the first and of the newest version', () => {
  const tables = tablesOf(newestSchema())
  expect(tables).toEqual(expect.arrayContaining(['users', 'query_results', 'stored_files', 'audit_entries']))
  expect(tables).toEqual([...tables].sort())
})
