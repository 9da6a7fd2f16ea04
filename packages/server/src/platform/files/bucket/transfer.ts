import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { damaged } from './digest.ts'
import { isTransient } from './failure.ts'
import { transferLimit } from './time-limits.ts'

/** Times that a transfer may break off; each attempt goes on where the last one ended. */
const MAX_BREAKS = 6
const FIRST_PAUSE_MS = 100

/** An object that is to be read. */
export interface Transfer {
  /** Its name in the bucket, for the log. */
  key: string
  /** Bytes. */
  size: number
  /** The SHA-256 that was stored with it; undefined if others have stored it. */
  digest: string | undefined
  /** Asks for the bytes from an offset on. */
  open(from: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/**
 * The bytes of an object. A transfer that breaks off is continued from the byte it has reached.
 * @throws the error of the server; AppError `result_damaged` if the bytes are not those that were stored
 */
export async function* transferred({ key, size, digest, open }: Transfer): AsyncGenerator<Uint8Array, void, undefined> {
  const limit = transferLimit(size)
  const hash = createHash('sha256')
  let reached = 0
  for (let breaks = 0; ; breaks++) {
    try {
      for await (const bytes of await open(reached, limit)) {
        hash.update(bytes)
        reached += bytes.length
        yield bytes
      }
      if (reached >= size) break
    } catch (error) {
      if (limit.aborted || breaks === MAX_BREAKS || !isTransient(error)) throw error
    }
    if (breaks === MAX_BREAKS) throw new Error(`The transfer ended after ${reached} of ${size} bytes.`)
    await sleep(FIRST_PAUSE_MS * 2 ** breaks, undefined, { signal: limit })
  }
  if (reached !== size || (digest !== undefined && digest !== hash.digest('hex'))) throw damaged(key)
}
