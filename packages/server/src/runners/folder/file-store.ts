import { constants, type Stats } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { isWithin } from '../../platform/source-folders.ts'
import { QueryError } from '../runner.ts'
import { formatOf } from './formats.ts'

/** A file of a source, local or in a bucket. */
export interface StoredFile {
  /** Relative to the source's folder, with slashes: `2025/sales.parquet`. */
  path: string
  bytes: number
  /** Where it is stored: an absolute path without symbolic links, or the key of an object. */
  place: string
  /** Changes with the content; '' if the store has no versions. */
  version: string
}

/** The content of a folder and of those below it. */
export interface Listing {
  /** By path. */
  files: StoredFile[]
  /** Folders that may not be read, relative to the source's folder. */
  closed: string[]
}

/** Access to the files of a source, in a local folder or a bucket. */
export interface FileStore {
  /**
   * Lists all files below the folder.
   * @throws QueryError if the folder itself cannot be read, or has too many files
   */
  list(): Promise<Listing>
  /**
   * Makes files available to the engine.
   * @returns absolute paths by `path`
   * @throws QueryError if a file cannot be fetched
   */
  fetchAll(files: readonly StoredFile[]): Promise<Map<string, string>>
  /**
   * Checks files of `fetchAll` that the engine has read.
   * @throws QueryError if one was cut meanwhile, which the engine takes for the end of its rows
   */
  checkLengths(): Promise<void>
  /**
   * Makes enough of a file available to the engine to read its columns.
   * @returns an absolute path; null if that would take too long
   */
  sample(file: StoredFile): Promise<string | null>
}

/** More than that is a mistake in the path of the folder, such as a whole disk. */
export const MAX_FILES = 20_000

export const tooManyFiles = (): string =>
  `There are more than ${MAX_FILES.toLocaleString('en')} files. Please choose a folder that holds fewer.`

export const unreadableFolder = (path: string): QueryError =>
  new QueryError(`The folder "${basename(path)}" cannot be read by this server.`)

/**
 * The files of a local folder, read in place.
 * @param allowed folders that the operator has listed; the folder must be one of them or below one
 */
export function localFiles(path: string, allowed: readonly string[], signal: AbortSignal): FileStore {
  const fetched = new Map<StoredFile, Stats>()
  return {
    async list() {
      const listing: Listing = { files: [], closed: [] }
      await collect(await rootOf(path, allowed), listing, signal)
      listing.files.sort((one, other) => (one.path < other.path ? -1 : 1))
      return listing
    },
    async fetchAll(files) {
      for (const file of files) fetched.set(file, await readableFile(file))
      return new Map(files.map((file) => [file.path, file.place]))
    },
    async checkLengths() {
      for (const [{ path, place }, before] of fetched) {
        const now = await stat(place).catch(() => null)
        // Another file in its place leaves the one that the engine has opened as it was.
        if (now?.ino === before.ino && now.size < before.size)
          throw new QueryError(`The file "${path}" was changed while it was read.`)
      }
    },
    sample: async ({ place }) => place,
  }
}

/** @throws QueryError if the file may not be read, or is gone */
async function readableFile({ path, place }: StoredFile): Promise<Stats> {
  try {
    await access(place, constants.R_OK)
    return await stat(place)
  } catch (cause) {
    throw new QueryError(`The file "${path}" cannot be read by this server.`, { cause })
  }
}

/**
 * Resolves all links of the folder's path.
 * @throws QueryError, which must not reveal what else exists on this machine
 */
async function rootOf(path: string, allowed: readonly string[]): Promise<string> {
  const listed = await Promise.all(allowed.map((folder) => realpath(folder).catch(() => folder)))
  const root = await realpath(path).catch(() => null)
  if (!listed.some((folder) => isWithin(root ?? resolve(path), folder)))
    throw new QueryError(
      `The folder "${basename(path)}" is not among those that may be read here. The operator lists them in SIGHTLINE_SOURCE_FOLDERS.`,
    )
  if (root === null) throw new QueryError(`There is no folder "${basename(path)}".`)
  return root
}

/** Walks the folders one after the other. Links to folders are not followed, links to files only within the root. */
async function collect(root: string, { files, closed }: Listing, signal: AbortSignal): Promise<void> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted()
    const entries = await entriesOf(folder)
    if (entries === null) {
      if (folder === root) throw unreadableFolder(folder)
      closed.push(pathIn(root, folder))
      continue
    }
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)))
    const tables = entries.filter((entry) => formatOf(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
    if (files.length + tables.length > MAX_FILES) throw new QueryError(tooManyFiles())
    const found = await Promise.all(tables.map(({ name }) => fileAt(join(folder, name), root)))
    files.push(...found.filter((file) => file !== null))
  }
}

/** @returns null for a folder that may not be read; none for one that is gone */
async function entriesOf(folder: string) {
  try {
    // A folder may also show its names alone, and none of its files can be opened then.
    await access(folder, constants.R_OK | constants.X_OK)
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : null
  }
}

const pathIn = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/')

/** @returns null for anything but a file, for a missing file, and for a link that leads out */
async function fileAt(found: string, root: string): Promise<StoredFile | null> {
  const place = await realpath(found).catch(() => null)
  if (place === null || !isWithin(place, root)) return null
  const about = await stat(place).catch(() => null)
  if (!about?.isFile()) return null
  return { path: pathIn(root, found), bytes: about.size, place, version: '' }
}
