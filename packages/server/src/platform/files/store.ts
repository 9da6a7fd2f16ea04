import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { writing } from './disk-full.ts'

/** Stores immutable files by name (`results/42.parquet`, `uploads/….duckdb`). Names are never chosen by a client. */
export interface FileStore {
  /** Stores a finished local file; moves it if possible. */
  put(name: string, localPath: string): Promise<void>
  /** A local path of the file, valid while it is in the store. @throws an Error with code `ENOENT` if there is none */
  open(name: string): Promise<string>
  stream(name: string): Promise<Readable>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** The names of the files in a folder that were stored before a time. */
  list(folder: string, before: Date): Promise<string[]>
  /** A new folder for temporary files, on the same file system if the store has one. */
  tempDir(): Promise<string>
}

/** Folders and a file name of letters, digits and a few other characters; never a path to somewhere else. */
const NAME = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Checks the name of a stored file, so that no bug can reach a file outside the store.
 * @throws if the name does not look like `results/42.parquet`
 */
export function checkName(name: string): string {
  if (!NAME.test(name) || name.length > 200) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}

/** The error for a missing file: the same from every store, with the code of the operating system. */
export const missingFile = (name: string): Error =>
  Object.assign(new Error(`There is no stored file "${name}".`), { code: 'ENOENT' })

/** Moves a file and creates its folder if missing. Across file systems it is copied, and appears complete or not at all. */
export async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
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
