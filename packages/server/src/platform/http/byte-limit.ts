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
    if (!source.readableEnded) breakOff(hungUp())
  })
  if (source.destroyed) breakOff(hungUp())
  return source.pipe(counting)
}

/** The error of a caller who has disconnected, which is no failure of ours and is not logged (`failure.ts`). */
const hungUp = () => new DOMException('The caller has hung up.', 'AbortError')
