import type { StoredFile } from '../store.ts'
import { isMissing, missingOr, storageFailure } from './failure.ts'
import type { BucketLocation } from './location.ts'

/** The objects of a bucket, by the names of stored files. All throw AppError `storage_unavailable` with a sentence. */
export interface BucketObjects {
  /** Uploads a local file; the object appears when it is complete, or not at all. */
  put(name: string, path: string): Promise<void>
  /** The bytes of an object, compared with the checksum that was stored with it. @throws an Error with code `ENOENT` if there is none */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>
  has(name: string): Promise<boolean>
  list(folder: string): Promise<StoredFile[]>
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>
  /** Gives up uploads that began before a time: their process has ended. */
  removeUnfinished(before: Date): Promise<void>
  /** Asks the storage for anything, within some seconds. */
  check(): Promise<void>
}

/** Called after each operation with the error of the client, or null, and the seconds that it took. A missing object is no error. */
export type StorageListener = (operation: StorageOperation, failure: unknown, seconds: number) => void
export type StorageOperation = 'put' | 'read' | 'has' | 'list' | 'remove' | 'check'

/** Opens a bucket; the first request connects. The clients are large, so only the one that is needed is loaded. */
export async function openObjects(location: BucketLocation, onEnd: StorageListener): Promise<BucketObjects> {
  const objects =
    location.service === 's3'
      ? (await import('./s3/objects.ts')).s3Objects(location)
      : (await import('./azure/objects.ts')).azureObjects(location)
  return documented(objects, onEnd)
}

/** The same objects, with the time of each operation reported, and with errors in words. */
function documented(objects: BucketObjects, onEnd: StorageListener): BucketObjects {
  const timed = async <Value>(operation: StorageOperation, ask: () => Promise<Value>): Promise<Value> => {
    const started = performance.now()
    let failure: unknown = null
    try {
      return await ask()
    } catch (error) {
      failure = error
      throw storageFailure(error)
    } finally {
      onEnd(operation, failure, (performance.now() - started) / 1000)
    }
  }
  return {
    put: (name, path) => timed('put', () => objects.put(name, path)),
    async *read(name) {
      const started = performance.now()
      let failure: unknown = null
      try {
        yield* objects.read(name)
      } catch (error) {
        failure = isMissing(error) ? null : error
        throw missingOr(name, error)
      } finally {
        onEnd('read', failure, (performance.now() - started) / 1000)
      }
    },
    has: (name) => timed('has', () => objects.has(name)),
    list: (folder) => timed('list', () => objects.list(folder)),
    remove: (name) => timed('remove', () => objects.remove(name)),
    removeUnfinished: (before) => timed('remove', () => objects.removeUnfinished(before)),
    check: () => timed('check', () => objects.check()),
  }
}
