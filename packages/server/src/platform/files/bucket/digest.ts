import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { AppError } from '../../http/errors.ts'

const MEGABYTE = 1024 * 1024

/** The name under which the SHA-256 of an object is stored with it. */
export const DIGEST = 'sha256'

/** The SHA-256 of a local file, as hexadecimal digits. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { highWaterMark: MEGABYTE })) hash.update(bytes)
  return hash.digest('hex')
}

/** The error of an object whose bytes are not those that were stored. @param key its name in the bucket, for the log */
export const damaged = (key: string): AppError =>
  new AppError('result_damaged', {}, { cause: new Error(`The object ${key} is not as it was stored.`) })
