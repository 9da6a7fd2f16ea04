import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { DIGEST } from '../digest.ts'
import { requestLimit } from '../time-limits.ts'
import { transferred } from '../transfer.ts'

interface Place {
  Bucket: string
  Key: string
}

/** The bytes of an object. @throws as `transferred` does */
export async function* contentOf(client: S3Client, place: Place): AsyncGenerator<Uint8Array, void, undefined> {
  const first = await client.send(new GetObjectCommand(place), { abortSignal: requestLimit() })
  let unread: GetObjectCommandOutput | null = first
  yield* transferred({
    key: place.Key,
    size: first.ContentLength ?? 0,
    digest: first.Metadata?.[DIGEST],
    async open(from, signal) {
      const range = { Range: `bytes=${from}-`, IfMatch: first.ETag }
      const reply = unread ?? (await client.send(new GetObjectCommand({ ...place, ...range }), { abortSignal: signal }))
      unread = null
      return bodyOf(reply, signal)
    },
  })
}

function bodyOf({ Body }: GetObjectCommandOutput, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (!(Body instanceof Readable)) throw new Error('The storage sent no body.')
  signal.addEventListener('abort', () => Body.destroy(signal.reason), { once: true })
  return Body
}
