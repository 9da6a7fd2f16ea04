import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { isWithin } from '../../platform/source-folders.ts'
import { QueryError } from '../runner.ts'
import { type FileStore, MAX_FILES, type StoredFile, tooManyFiles } from './file-store.ts'
import { formatOf } from './formats.ts'

/**
 * The files of a folder of this machine, read where they are.
 * @param allowed folders that the operator has listed; the folder has to be one of them, or lie below one
 */
export function localFiles(path: string, allowed: readonly string[], signal: AbortSignal): FileStore {
  return {
    async list() {
      const files: StoredFile[] = []
      await collect(await rootOf(path, allowed), files, signal)
      return files.sort((one, other) => (one.path < other.path ? -1 : 1))
    },
    whole: async (files) => new Map(files.map((file) => [file.path, file.place])),
    sample: async ({ place }) => place,
  }
}

/**
 * The folder itself, whatever links lead to it.
 * @throws QueryError in words that do not tell what else there is on this machine
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

/** Folders are walked one after the other; links to folders are not followed, links to files only within the root. */
async function collect(root: string, files: StoredFile[], signal: AbortSignal): Promise<void> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted()
    const entries = await entriesOf(folder)
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)))
    const tables = entries.filter((entry) => formatOf(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
    if (files.length + tables.length > MAX_FILES) throw new QueryError(tooManyFiles())
    const found = await Promise.all(tables.map(({ name }) => fileAt(join(folder, name), root)))
    files.push(...found.filter((file) => file !== null))
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    throw new QueryError(`The folder "${basename(folder)}" cannot be read by this server.`, { cause })
  }
}

/** @returns null for what is no file, is gone, or is a link that leads out */
async function fileAt(found: string, root: string): Promise<StoredFile | null> {
  const place = await realpath(found).catch(() => null)
  if (place === null || !isWithin(place, root)) return null
  const about = await stat(place).catch(() => null)
  if (!about?.isFile()) return null
  return { path: relative(root, found).replaceAll(sep, '/'), bytes: about.size, place, version: '' }
}
