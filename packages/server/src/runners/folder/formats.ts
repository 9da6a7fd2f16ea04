import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { quotedString } from '@duckdb/node-api'
import { CSV_OPTIONS } from '../file-tables/file-table.ts'
import { decodePercent } from '../http/options.ts'

/** Format of a file. */
export type Format = 'parquet' | 'csv' | 'tsv' | 'json' | 'excel'

const formats: [RegExp, Format][] = [
  [/\.parquet$/i, 'parquet'],
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.tsv(\.gz)?$/i, 'tsv'],
  [/\.(jsonl|ndjson|json)(\.gz)?$/i, 'json'],
  [/\.(xlsx|xlsm)$/i, 'excel'],
]

/** The format of a file and its extension; null for files that are not tables. */
export function formatOf(path: string): { format: Format; ending: string } | null {
  for (const [pattern, format] of formats) {
    const [ending] = pattern.exec(path) ?? []
    if (ending !== undefined) return { format, ending }
  }
  return null
}

const LARGEST_OBJECT = 64 * 1024 ** 2

/**
 * Builds the table function call that reads files with the same or different columns; missing columns are null. Partition
 * folders (`year=2025`) become columns if all files have the same ones.
 * @param rows to sample for column types; -1 for all
 */
export function readCall(format: Exclude<Format, 'excel'>, paths: readonly string[], rows: number): string {
  const files = `[${paths.map(quotedString).join(', ')}], union_by_name = true, hive_partitioning = ${arePartitioned(paths)}`
  if (format === 'parquet') return `read_parquet(${files})`
  if (format === 'json') return `read_json(${files}, sample_size = ${rows}, maximum_object_size = ${LARGEST_OBJECT})`
  const separator = format === 'tsv' ? ", delim = '\t'" : ''
  // One thread per file: parallel reading within a file fails on line breaks in values.
  return `read_csv(${files}, sample_size = ${rows}, ${CSV_OPTIONS}, parallel = false${separator})`
}

// Partition folders: `year=2025` gives a column and its value for all rows below, in the layout that Hive introduced.

const PARTITION = /^[^=/]+=[^=/]*$/

/** The partition folders of a path, outermost first. */
const partitionsIn = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .filter((segment) => PARTITION.test(segment))

const keysIn = (path: string): string => JSON.stringify(partitionsIn(path).map((segment) => segment.split('=')[0]))

/** Whether all files are in partition folders with the same keys. */
function arePartitioned(paths: readonly string[]): boolean {
  const [keys, ...others] = new Set(paths.map(keysIn))
  return keys !== undefined && keys !== '[]' && others.length === 0
}

/** The folder above the partition folders, with a slash at the end; null for a file without partition folders. */
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

/** Creates a folder for a copy of a file, with the same partition folders. @returns its path */
export async function createPartitionFolder(path: string, folder: string): Promise<string> {
  const target = join(folder, ...partitionsIn(path).map(encodePartition))
  await mkdir(target, { recursive: true })
  return target
}

/** Encodes a partition folder as the engine decodes it, so that values may have any character. */
function encodePartition(segment: string): string {
  const at = segment.indexOf('=')
  return [segment.slice(0, at), segment.slice(at + 1)].map((part) => encodeURIComponent(decodePercent(part))).join('=')
}
