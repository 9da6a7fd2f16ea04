import { AppError } from '../http/errors.ts'

/** A full disk, as the operating system and as PostgreSQL call it (SQLSTATE). */
const CODES = ['ENOSPC', '53100']

/**
 * Does something that writes, and tells of a full disk in one sentence.
 * @throws AppError `disk_full`; any other failure as it is
 */
export async function writing<Value>(write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    throw isDiskFull(error) ? new AppError('disk_full', {}, { cause: error }) : error
  }
}

/** Whether an error, or what caused it, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.includes(String(error.code))) || isDiskFull(error.cause)
}
