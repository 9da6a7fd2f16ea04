import { stat } from 'node:fs/promises'
import { diskFull, isDiskFull } from '../files/disk-full.ts'
import { type FileStore, hasCode } from '../files/store.ts'
import { AppError } from '../http/errors.ts'
import type { StoredResult } from './results.ts'

/**
 * Returns the local path of a result's file after checking that the file exists and has the stored size.
 * @throws AppError `result_unavailable` or `result_damaged`
 */
export async function pathOfResult(files: Pick<FileStore, 'open'>, { file, size }: StoredResult): Promise<string> {
  try {
    const path = await files.open(file)
    const { size: found } = await stat(path)
    if (found === size) return path
    throw new AppError('result_damaged', {}, { cause: new Error(`${file} has ${found} bytes instead of ${size}.`) })
  } catch (error) {
    throw readingFailure(error)
  }
}

/** DuckDB's error message when its temporary files reach their limit. */
const NO_ROOM = /temp_directory_size/i
/** Error messages of the system and of DuckDB for a file that was removed after it was found. */
const GONE = /no such file|no files found/i
/** DuckDB's error messages for a corrupt file, as opposed to lack of memory, a full disk or an interrupt. */
const UNREADABLE =
  /^(IO|Invalid|Invalid Input|Serialization|Binder|Conversion|Not implemented|Internal) Error:|TProtocolException/i

/** Converts an error while reading a result to an AppError for the caller. */
export function readingFailure(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof AppError) return cause
  if (hasCode(cause, 'ENOENT') || GONE.test(cause.message)) return new AppError('result_unavailable', {}, { cause })
  if (isDiskFull(cause) || NO_ROOM.test(cause.message)) return diskFull(cause)
  return UNREADABLE.test(cause.message) ? new AppError('result_damaged', {}, { cause }) : cause
}
