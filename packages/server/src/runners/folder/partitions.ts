import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePercent } from '../http/percent-encoding.ts'

// Folders named `year=2025` say what all rows below them have in common, as Hive and those who followed it write tables.

const PARTITION = /^[^=/]+=[^=/]*$/

/** The folders of a path that name a value, from the outermost on. */
const partitionsIn = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .filter((segment) => PARTITION.test(segment))

const keysIn = (path: string): string => JSON.stringify(partitionsIn(path).map((segment) => segment.split('=')[0]))

/** Whether the folders that files lie in have columns for all of them, the same for each. */
export function arePartitioned(paths: readonly string[]): boolean {
  const [keys, ...others] = new Set(paths.map(keysIn))
  return keys !== undefined && keys !== '[]' && others.length === 0
}

/** The folder above those that name values, as a path with a slash behind it; null for a file without such folders. */
export function partitionedFolder(path: string): string | null {
  const segments = path.split('/')
  const first = segments.slice(0, -1).findIndex((segment) => PARTITION.test(segment))
  return first < 0
    ? null
    : segments
        .slice(0, first)
        .map((segment) => `${segment}/`)
        .join('')
}

/** Makes a folder for a copy of a file, below another one, whose path names the same values. @returns its path */
export async function folderAlike(path: string, folder: string): Promise<string> {
  const alike = join(folder, ...partitionsIn(path).map(written))
  await mkdir(alike, { recursive: true })
  return alike
}

/** As the engine reads it, with any letter that a folder cannot have. */
function written(segment: string): string {
  const at = segment.indexOf('=')
  return [segment.slice(0, at), segment.slice(at + 1)].map((part) => encodeURIComponent(decodePercent(part))).join('=')
}
