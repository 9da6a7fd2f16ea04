import { existsSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { ofKind } from './settings/setting.ts'

/** A list of folders in a setting. */
export const folderList = ofKind(
  'absolute paths, comma-separated',
  z
    .string()
    .transform((list) => list.split(',').map((folder) => folder.trim()))
    .refine(
      (folders) => folders.every((folder) => isAbsolute(folder)),
      'must be absolute paths with commas between them, such as /srv/exports,/srv/reports',
    ),
)

/** Whether a path is a folder or lies in it. Both must be absolute and free of symbolic links. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Whether an option contains PEM text instead of the path of a PEM file. */
export const isPem = (text: string): boolean => text.startsWith('-----BEGIN')

/** Whether a path lies in one of these folders after symbolic links are resolved. The file need not exist. */
export async function isInFolders(path: string, folders: readonly string[]): Promise<boolean> {
  const place = await existingPart(resolve(path))
  const listed = await Promise.all(folders.map((folder) => existingPart(resolve(folder))))
  return listed.some((folder) => isWithin(place, folder))
}

/** Resolves the symbolic links in the part of a path that exists. */
async function existingPart(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await existingPart(parent), basename(path))
  }
}

/**
 * The folders that data sources may read. They must not contain the installation's own data, such as everyone's results.
 * @throws Error with one sentence if a folder contains the data directory or lies in it
 */
export function sourceFoldersFrom(folders: readonly string[], dataDir: string): readonly string[] {
  const ours = withoutLinks(dataDir)
  for (const folder of folders) {
    const theirs = withoutLinks(folder)
    if (isWithin(ours, theirs) || isWithin(theirs, ours))
      throw new Error(`SIGHTLINE_SOURCE_FOLDERS must not overlap the data directory, but ${folder} does.`)
  }
  return folders
}

const withoutLinks = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))
