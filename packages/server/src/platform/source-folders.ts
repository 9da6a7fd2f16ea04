import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
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
