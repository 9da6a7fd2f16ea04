import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../http/errors.ts'
import { isTransient } from './failure.ts'
import { requestLimit, transferLimit } from './time-limits.ts'

/** The name under which the SHA-256 of an object is stored with it. */
export const DIGEST = 'sha256'

/** Times that a transfer may break off; each attempt goes on where the last one ended. */
const MAX_BREAKS = 6
const FIRST_PAUSE_MS = 100

interface Place {
  Bucket: string
  Key: string
}

/**
 * The bytes of an object. A transfer that breaks off is continued from the byte it has reached.
 * @throws the error of the server; AppError `result_damaged` if the bytes are not those that were stored
 */
export async function* contentOf(client: S3Client, place: Place): AsyncGenerator<Uint8Array, void, undefined> {
  const first = await client.send(new GetObjectCommand(place), { abortSignal: requestLimit() })
  const size = first.ContentLength ?? 0
  const limit = transferLimit(size)
  const hash = createHash('sha256')
  let reached = 0
  let reply: GetObjectCommandOutput | null = first
  for (let breaks = 0; ; breaks++) {
    try {
      reply ??= await client.send(new GetObjectCommand({ ...place, Range: `bytes=${reached}-`, IfMatch: first.ETag }), {
        abortSignal: limit,
      })
      for await (const bytes of bodyOf(reply, limit)) {
        hash.update(bytes)
        reached += bytes.length
        yield bytes
      }
      if (reached >= size) break
    } catch (error) {
      if (limit.aborted || breaks === MAX_BREAKS || !isTransient(error)) throw error
    }
    if (breaks === MAX_BREAKS) throw new Error(`The transfer ended after ${reached} of ${size} bytes.`)
    reply = null
    await sleep(FIRST_PAUSE_MS * 2 ** breaks, undefined, { signal: limit })
  }
  const expected = first.Metadata?.[DIGEST]
  if (reached !== size || (expected !== undefined && expected !== hash.digest('hex'))) {
    throw new AppError('result_damaged', {}, { cause: new Error(`The object ${place.Key} is not as it was stored.`) })
  }
}

function bodyOf({ Body }: GetObjectCommandOutput, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (!(Body instanceof Readable)) throw new Error('The storage sent no body.')
  signal.addEventListener('abort', () => Body.destroy(signal.reason), { once: true })
  return Body
}
