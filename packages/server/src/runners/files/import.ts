import { basename, extname, join } from 'node:path'
import { quotedString } from '@duckdb/node-api'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { createDatabase, type ImportTarget } from '../file-tables/database.ts'
import { asUtf8, decompress } from '../file-tables/decoding.ts'
import { csvReadCalls, type FileTable, type ReadCall } from '../file-tables/file-table.ts'
import { CANCELLED, QueryError } from '../runner.ts'

export interface ImportRequest extends ImportTarget {
  /** The uploaded file. Its name determines its format and the names of its tables. */
  path: string
}

/**
 * Imports an uploaded CSV, TSV, JSON (an array, or one object per line), Parquet or Excel (.xlsx) file into a database file,
 * with one table, or one per sheet. CSV, TSV and JSON may be gzip-compressed.
 * @throws QueryError saying in one sentence what is wrong with the file
 */
export async function importFile({ path, ...target }: ImportRequest): Promise<Upload['tables']> {
  const found = await fileTables(path, target.name, target.tempDir).catch((error) => {
    throw target.signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  })
  return createDatabase(found, target)
}

/**
 * Finds the tables in a file.
 * @param name the original file name
 * @param tempDir folder for converted copies
 * @throws QueryError if the format is not supported
 */
async function fileTables(path: string, name: string, tempDir: string): Promise<FileTable[]> {
  const isPacked = /\.gz$/i.test(name)
  const plainName = isPacked ? basename(name, extname(name)) : name
  const ending = extname(plainName).toLowerCase()
  const stem = basename(plainName, extname(plainName))
  const text = async () => asUtf8(isPacked ? await decompress(path, join(tempDir, 'unpacked')) : path, tempDir)
  const one = (file: string, readCalls: ReadCall[]): FileTable[] => [{ name: stem, path: file, readCalls }]
  switch (ending) {
    case '.csv':
    case '.txt': {
      const file = await text()
      return one(file, csvReadCalls(file, ''))
    }
    case '.tsv':
    case '.tab': {
      const file = await text()
      return one(file, csvReadCalls(file, ", delim = '\t'"))
    }
    case '.json':
    case '.ndjson':
    case '.jsonl': {
      const file = await text()
      return one(file, jsonReadCalls(file))
    }
    case '.parquet':
      return one(path, [{ sql: `read_parquet(${quotedString(path)})`, guessesNumbers: false }])
    case '.xlsx':
    case '.xlsm': {
      const { sheetsOf } = await import('../file-tables/xlsx/workbook.ts')
      const sheets = await sheetsOf(path, tempDir)
      return sheets.map((sheet) => ({
        name: sheets.length > 1 ? `${stem} ${sheet.name}` : stem,
        path: sheet.path,
        readCalls: [{ sql: sheet.sql, guessesNumbers: false }],
      }))
    }
    case '.xls':
      throw new QueryError('This is the Excel format of before 2007. Please save the file as .xlsx and upload it again.')
    default:
      throw new QueryError(
        `"${name}" is of a type that cannot be imported. Upload a CSV, TSV, JSON, Parquet or Excel (.xlsx) file.`,
      )
  }
}

/** Objects of up to 64 MB; types are inferred from the first ones, or from all. */
function jsonReadCalls(path: string): ReadCall[] {
  const file = `${quotedString(path)}, maximum_object_size = 67108864`
  return [
    { sql: `read_json(${file})`, guessesNumbers: false },
    { sql: `read_json(${file}, sample_size = -1)`, guessesNumbers: false },
  ]
}
