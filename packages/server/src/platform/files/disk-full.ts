import { AppError } from '../http/errors.ts'

/** No more room, as the operating system calls it (for the disk, for us, for one file), and as PostgreSQL does (SQLSTATE). */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
/** The same in the words of the engines that pass no code on. */
const WORDS = /no space left on device|disk quota exceeded|file too large|database or disk is full/i

/**
 * Does something that writes, and tells of a full disk in one sentence.
 * @throws AppError `disk_full`; any other failure as it is
 */
export async function writing<Value>(write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  }
}

/** Whether an error, or what caused it, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isIt = ('code' in error && CODES.includes(String(error.code))) || WORDS.test(error.message)
  return isIt || isDiskFull(error.cause)
}

/** The one sentence that people get to read. */
export const diskFull = (cause: unknown): AppError => new AppError('disk_full', {}, { cause })

/** Whether an error is that sentence already. */
export const isDiskFullError = (error: unknown): boolean => error instanceof AppError && error.code === 'disk_full'
