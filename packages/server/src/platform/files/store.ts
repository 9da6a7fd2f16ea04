import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { writing } from './disk-full.ts'

/** A file of a store. */
export interface StoredFile {
  name: string
  /** Bytes. */
  size: number
  /** When it was stored. */
  modified: Date
}

/** How a store is used that has a local cache. */
export interface StoreUse {
  /** Whether a stored file also goes into the cache, as it is usually read next; not while many are copied. True if left out. */
  keepsCopies?: boolean
}

/** Stores immutable files by name (`results/42.parquet`, `uploads/….duckdb`). Names are never chosen by a client. */
export interface FileStore {
  /** Stores a finished local file; moves it if possible. */
  put(name: string, localPath: string): Promise<void>
  /** A local path of the file, valid while it is in the store. @throws an Error with code `ENOENT` if there is none */
  open(name: string): Promise<string>
  stream(name: string): Promise<Readable>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  has(name: string): Promise<boolean>
  /** The files in a folder; with a time, only those that were stored before it. */
  list(folder: string, before?: Date): Promise<StoredFile[]>
  /** Gives up what was begun before a time and never completed. Stores that leave nothing of it do not have this function. */
  removeUnfinished?(before: Date): Promise<void>
  /** Whether a service that the files depend on answers; only of such stores. @throws AppError `storage_unavailable` */
  check?(): Promise<void>
  /** A new folder for temporary files, on the same file system if the store has one. */
  tempDir(): Promise<string>
}

/** The folders of stored files. */
export const FILE_FOLDERS = ['results', 'uploads']

/** Folders and a file name of letters, digits and a few other characters; never a path to somewhere else. */
const NAME = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Checks the name of a stored file, so that no bug can reach a file outside the store.
 * @throws if the name does not look like `results/42.parquet`
 */
export function checkName(name: string): string {
  if (!isName(name)) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}

/** Whether a name looks like `results/42.parquet`. */
export const isName = (name: string): boolean => NAME.test(name) && name.length <= 200

/** The error for a missing file: the same from every store, with the code of the operating system. */
export const missingFile = (name: string): Error =>
  Object.assign(new Error(`There is no stored file "${name}".`), { code: 'ENOENT' })

/** Moves a file and creates its folder if missing. Across file systems it is copied, and appears complete or not at all. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await renameInto(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    const part = `${to}.part`
    try {
      await writing(() => copyFile(from, part))
      await rename(part, to)
    } catch (failure) {
      // On a full disk, the partial copy must not stay.
      await rm(part, { force: true })
      throw failure
    }
    await rm(from, { force: true })
  }
}

/** Renames a file. Its new folder is nearly always there, so it is only made when it turns out to be missing. */
async function renameInto(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  }
}

/** Whether an error of the file system has this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
