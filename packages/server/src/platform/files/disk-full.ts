import { AppError } from '../http/errors.ts'

/** Error codes of the operating system (for a full disk, quota or file size), and the SQLSTATE of PostgreSQL. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
/** The messages of engines that do not pass on the error code. */
const WORDS = /no space left on device|disk quota exceeded|file too large|database or disk is full/i

/**
 * Runs a function that writes to disk, and converts the error of a full disk.
 * @throws AppError `disk_full`; any other error unchanged
 */
export async function writing<Value>(write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  }
}

/** Whether an error or one of its causes reports a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isIt = ('code' in error && CODES.includes(String(error.code))) || WORDS.test(error.message)
  return isIt || isDiskFull(error.cause)
}

/** The error of a full disk, worded for users. */
export const diskFull = (cause: unknown): AppError => new AppError('disk_full', {}, { cause })

/** Whether an error comes from `diskFull`. */
export const isDiskFullError = (error: unknown): boolean => error instanceof AppError && error.code === 'disk_full'
