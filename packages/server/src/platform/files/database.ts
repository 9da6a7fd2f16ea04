import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { and, eq, like, lt } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { writing } from './disk-full.ts'
import { LocalCache } from './local-cache.ts'
import { makeTempDir } from './process-folders.ts'
import { checkName, type FileStore, missingFile, moveFile, type StoreUse } from './store.ts'
import { storedFileChunks, storedFiles } from './tables.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Keeps files in the metadata database, in chunks of 1 MB, so that every machine sees them. Recently used
 * files are also kept in `<dataDir>/cache`, up to a size limit.
 */
export function createDatabaseFileStore(
  { dataDir }: Pick<Config, 'dataDir'>,
  db: Db,
  { keepsCopies = true }: StoreUse = {},
): FileStore {
  const cache = new LocalCache(join(dataDir, 'cache'))

  async function* chunksOf(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const [file] = await db.select({ size: storedFiles.size }).from(storedFiles).where(eq(storedFiles.name, name))
    if (!file) throw missingFile(name)
    for (let position = 0; position * CHUNK_BYTES < file.size; position++) {
      const [chunk] = await db
        .select({ bytes: storedFileChunks.bytes })
        .from(storedFileChunks)
        .where(and(eq(storedFileChunks.file, name), eq(storedFileChunks.position, position)))
      if (!chunk) throw missingFile(name)
      yield chunk.bytes
    }
  }

  const download = async (name: string, path: string) => {
    const file = await open(path, 'w', 0o600)
    try {
      for await (const bytes of chunksOf(name)) await file.write(bytes)
    } finally {
      await file.close()
    }
  }

  return {
    async put(name, localPath) {
      checkName(name)
      await writing(() =>
        db.transaction(async (transaction) => {
          await transaction.delete(storedFiles).where(eq(storedFiles.name, name))
          await transaction.insert(storedFiles).values({ name, size: (await stat(localPath)).size })
          let position = 0
          for await (const bytes of chunksOfFile(localPath)) {
            await transaction.insert(storedFileChunks).values({ file: name, position, bytes })
            position++
          }
        }),
      )
      await cache.remove(name)
      if (keepsCopies) await cache.get(name, (path) => moveFile(localPath, path))
      else await rm(localPath, { force: true })
    },
    open: (name) => cache.get(checkName(name), (path) => download(name, path)),
    async stream(name) {
      return Readable.from(chunksOf(checkName(name)), { objectMode: false })
    },
    async has(name) {
      return (await db.$count(storedFiles, eq(storedFiles.name, checkName(name)))) > 0
    },
    async list(folder, before) {
      const inFolder = like(storedFiles.name, `${checkName(folder)}/%`)
      return db
        .select({ name: storedFiles.name, size: storedFiles.size, modified: storedFiles.created_at })
        .from(storedFiles)
        .where(before === undefined ? inFolder : and(inFolder, lt(storedFiles.created_at, before)))
    },
    async remove(name) {
      await db.delete(storedFiles).where(eq(storedFiles.name, checkName(name)))
      await cache.remove(name)
    },
    tempDir: () => makeTempDir(dataDir),
  }
}

async function* chunksOfFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      let length = 0
      for (let read = 1; read > 0 && length < CHUNK_BYTES; length += read) {
        read = (await file.read(chunk, length, CHUNK_BYTES - length)).bytesRead
      }
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}
