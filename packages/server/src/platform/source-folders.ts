import { existsSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'

/** Folders as an operator lists them. */
export const folderList = z
  .string()
  .transform((list) => list.split(',').map((folder) => folder.trim()))
  .refine(
    (folders) => folders.every((folder) => isAbsolute(folder)),
    'must be absolute paths with commas between them, such as /srv/exports,/srv/reports',
  )

/** Whether a path is a folder, or leads into it: both absolute, and without symbolic links. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** PEM text, which options may hold in place of the path of a file with it. */
export const isPem = (text: string): boolean => text.startsWith('-----BEGIN')

/** Whether a path leads into one of these folders once links are followed, whether or not there is such a file. */
export async function isInFolders(path: string, folders: readonly string[]): Promise<boolean> {
  const place = await existingPart(resolve(path))
  const listed = await Promise.all(folders.map((folder) => existingPart(resolve(folder))))
  return listed.some((folder) => isWithin(place, folder))
}

/** A path with the links of the part followed that exists. */
async function existingPart(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await existingPart(parent), basename(path))
  }
}

/**
 * Folders that data sources may read. What this installation keeps for itself, such as everybody's results, is not for them.
 * @throws Error with one sentence when a folder and the data directory lie in each other
 */
export function sourceFoldersFrom(folders: readonly string[], dataDir: string): readonly string[] {
  const ours = withoutLinks(dataDir)
  for (const folder of folders) {
    const theirs = withoutLinks(folder)
    if (isWithin(ours, theirs) || isWithin(theirs, ours))
      throw new Error(`SIGHTLINE_SOURCE_FOLDERS must keep away from the data directory, and ${folder} does not.`)
  }
  return folders
}

const withoutLinks = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))
