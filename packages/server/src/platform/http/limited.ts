import { type Readable, Transform } from 'node:stream'
import { AppError } from './errors.ts'

/** The same bytes, until there are more than `maxBytes`: then the stream fails with `too_large`. */
export function limited(source: Readable, maxBytes: number): Readable {
  let seen = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      if (seen > maxBytes) done(new AppError('too_large'))
      else done(null, chunk)
    },
  })
  source.once('error', (error) => counting.destroy(error))
  return source.pipe(counting)
}
