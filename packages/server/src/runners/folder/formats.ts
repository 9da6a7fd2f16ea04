import { quotedString } from '@duckdb/node-api'
import { arePartitioned } from './partitions.ts'

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
