import { type Readable, Transform } from 'node:stream'
import { AppError } from './errors.ts'

/**
 * The same bytes, until there are more than `maxBytes`: then the stream fails with `too_large`. It fails as well when its source
 * breaks off, be it before anybody reads: that ends whoever reads later, and nothing else.
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
