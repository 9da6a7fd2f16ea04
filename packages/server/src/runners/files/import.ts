import type { Upload } from '@sightline/contract/data-sources.ts'
import { makeDatabase, type Target } from '../file-tables/database.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { tablesIn } from './formats.ts'

export interface Import extends Target {
  /** The uploaded file. Its name tells its format and names its tables. */
  path: string
}

/**
 * Turns one uploaded CSV, TSV, JSON (an array, or one object a line), Parquet or Excel (.xlsx) file into a database file with a
 * table of its rows, or one per sheet. CSV, TSV and JSON may be compressed with gzip.
 * @throws QueryError with one sentence about what is wrong with the file
 */
export async function importFile({ path, ...target }: Import): Promise<Upload['tables']> {
  const found = await tablesIn(path, target.name, target.tempDir).catch((error) => {
    throw target.signal.aborted ? new QueryError(CANCELLED, { cause: error }) : error
  })
  return makeDatabase(found, target)
}
