import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { LocalCache } from '../local-cache.ts'
import { makeTempDir } from '../process-folders.ts'
import { checkName, type FileStore, moveFile, type StoreUse } from '../store.ts'
import type { BucketLocation } from './location.ts'
import { type BucketObjects, openObjects, type StorageListener } from './objects.ts'

/** Milliseconds for which the outcome of a check stands: anyone may ask for the health of a process, and each request costs money. */
const CHECK_KEPT_MS = 5_000

export interface BucketUse extends StoreUse {
  /** Called after each request for a file. */
  onEnd?: StorageListener
}

/**
 * Keeps files as objects in a bucket, so that every machine sees them. Recently used files are also kept in `<dataDir>/cache`, up to
 * a size limit.
 */
export function createBucketFileStore(
  { dataDir }: Pick<Config, 'dataDir'>,
  location: BucketLocation,
  { keepsCopies = true, onEnd = () => {} }: BucketUse = {},
): FileStore {
  const cache = new LocalCache(join(dataDir, 'cache'))
  let opened: Promise<BucketObjects> | null = null
  const objects = () => {
    opened ??= openObjects(location, onEnd)
    return opened
  }
  let checked: { at: number; outcome: Promise<void> } | null = null
  const contentOf = async function* (name: string): AsyncGenerator<Uint8Array, void, undefined> {
    yield* (await objects()).read(name)
  }

  return {
    async put(name, localPath) {
      await (await objects()).put(checkName(name), localPath)
      await cache.remove(name)
      if (keepsCopies) await cache.get(name, (path) => moveFile(localPath, path))
      else await rm(localPath, { force: true })
    },
    open: (name) => cache.get(checkName(name), (path) => pipeline(contentOf(name), createWriteStream(path, { mode: 0o600 }))),
    async stream(name) {
      return Readable.from(contentOf(checkName(name)), { objectMode: false })
    },
    async has(name) {
      return (await objects()).has(checkName(name))
    },
    async list(folder, before) {
      const files = await (await objects()).list(checkName(folder))
      return before === undefined ? files : files.filter(({ modified }) => modified < before)
    },
    async remove(name) {
      await (await objects()).remove(checkName(name))
      await cache.remove(name)
    },
    async removeUnfinished(before) {
      await (await objects()).removeUnfinished(before)
    },
    check() {
      if (checked === null || performance.now() - checked.at > CHECK_KEPT_MS)
        checked = { at: performance.now(), outcome: objects().then((opened) => opened.check()) }
      return checked.outcome
    },
    tempDir: () => makeTempDir(dataDir),
  }
}
