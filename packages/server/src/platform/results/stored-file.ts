import { stat } from 'node:fs/promises'
import { diskFull, isDiskFull } from '../files/disk-full.ts'
import type { FileStore } from '../files/store.ts'
import { AppError } from '../http/errors.ts'
import type { StoredResult } from './results.ts'

/**
 * The local path of a result's file, which is there and as long as it was when it was stored.
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

/** What DuckDB says when it may put no more aside on the disk. */
const NO_ROOM = /temp_directory_size/i
/** A file that went away after it was found: the system's words, and DuckDB's. */
const GONE = /no such file|no files found/i
/** What DuckDB says when the file itself is the trouble, and not memory, disk or being told to stop. */
const UNREADABLE =
  /^(IO|Invalid|Invalid Input|Serialization|Binder|Conversion|Not implemented|Internal) Error:|TProtocolException/i

/** Turns what went wrong while a result was read into what its readers can be told. */
export function readingFailure(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof AppError) return cause
  if (hasCode(cause, 'ENOENT') || GONE.test(cause.message)) return new AppError('result_unavailable', {}, { cause })
  if (isDiskFull(cause) || NO_ROOM.test(cause.message)) return diskFull(cause)
  return UNREADABLE.test(cause.message) ? new AppError('result_damaged', {}, { cause }) : cause
}

const hasCode = (error: Error, code: string) => 'code' in error && error.code === code
