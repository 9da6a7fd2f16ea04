import { type Readable, Transform } from 'node:stream'
import { AppError } from './errors.ts'

/** Passes bytes on; after more than `maxBytes` the stream fails with `too_large`. It also fails when its source fails, even before it is
 * read: the error then reaches the later reader and does not end the process.
 */
export function limitBytes(source: Readable, maxBytes: number): Readable {
  let seen = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new AppError('too_large'))
      else done(null, chunk)
    },
  })
  const breakOff = (error: Error) => void counting.destroy(error)
  counting.on('error', () => {})
  source.once('error', breakOff)
  source.once('close', () => {
    if (!source.readableEnded) breakOff(new Error('The caller has hung up.'))
  })
  if (source.destroyed) breakOff(new Error('The caller has hung up.'))
  return source.pipe(counting)
}
