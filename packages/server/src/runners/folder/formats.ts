import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { quotedString } from '@duckdb/node-api'
import { decodedPercents } from '../http/percent-signs.ts'

/** How the rows of a file are written. */
export type Format = 'parquet' | 'csv' | 'tsv' | 'json' | 'excel'

const formats: [RegExp, Format][] = [
  [/\.parquet$/i, 'parquet'],
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.tsv(\.gz)?$/i, 'tsv'],
  [/\.(jsonl|ndjson|json)(\.gz)?$/i, 'json'],
  [/\.(xlsx|xlsm)$/i, 'excel'],
]

/** The format of a file and the ending that tells it; null for files that are no tables. */
export function formatOf(path: string): { format: Format; ending: string } | null {
  for (const [pattern, format] of formats) {
    const [ending] = pattern.exec(path) ?? []
    if (ending !== undefined) return { format, ending }
  }
  return null
}

const LARGEST_OBJECT = 64 * 1024 ** 2

/**
 * The table function that reads files of one shape, or of several: what one of them lacks is null. What the names of their folders
 * say (`year=2025`) become columns, where that is the same for all.
 * @param rows that are looked at before the types of columns are settled; -1 for all
 */
export function readingOf(format: Exclude<Format, 'excel'>, paths: readonly string[], rows: number): string {
  const files = `[${paths.map(quotedString).join(', ')}], union_by_name = true, hive_partitioning = ${arePartitioned(paths)}`
  if (format === 'parquet') return `read_parquet(${files})`
  if (format === 'json') return `read_json(${files}, sample_size = ${rows}, maximum_object_size = ${LARGEST_OBJECT})`
  const separator = format === 'tsv' ? ", delim = '\t'" : ''
  // A thread for each file: several within one lose their way where a text has line breaks.
  return `read_csv(${files}, sample_size = ${rows}, null_padding = true, parallel = false${separator})`
}

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
export async function createPartitionFolder(path: string, folder: string): Promise<string> {
  const alike = join(folder, ...partitionsIn(path).map(written))
  await mkdir(alike, { recursive: true })
  return alike
}

/** As the engine reads it, with any letter that a folder cannot have. */
function written(segment: string): string {
  const at = segment.indexOf('=')
  return [segment.slice(0, at), segment.slice(at + 1)].map((part) => encodeURIComponent(decodedPercents(part))).join('=')
}
