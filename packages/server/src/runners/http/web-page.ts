import type { IncomingHttpHeaders } from 'node:http'
import { QueryError } from '../runner.ts'
import type { HostPort } from '../sql/connection-messages.ts'
import { textOf } from './body.ts'
import { titleOf } from './words.ts'

/** As much of a page is looked at for its title. */
const MOST_LOOKED_AT = 16 * 1024

/**
 * Hands an answer on, unless it is a page for people: what stands between asks for a login, or the address is that of something else.
 * @throws QueryError that says so
 */
export async function* withoutWebPage(
  body: AsyncIterable<Buffer>,
  headers: IncomingHttpHeaders,
  { host, port }: HostPort,
): AsyncGenerator<Buffer, void, undefined> {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    yield* body
    return
  }
  const reading = body[Symbol.asyncIterator]()
  const rest = { [Symbol.asyncIterator]: () => reading }
  let start = Buffer.alloc(0)
  try {
    // Some servers call whatever they say HTML.
    while (start.toString('latin1').trim() === '') {
      const { value, done } = await reading.next()
      if (done) break
      start = Buffer.concat([start, value])
    }
    if (/^(\xef\xbb\xbf)?\s*</.test(start.toString('latin1'))) {
      const title = titleOf(start.toString() + (await textOf(rest, { maxBytes: MOST_LOOKED_AT, cut: true })))
      const shown = title === '' ? 'a web page' : `a web page ("${title}")`
      throw new QueryError(
        `The server at ${host}:${port} answered with ${shown} instead of data. Is the address right, and does nothing on the way ask for a login?`,
      )
    }
    yield start
    yield* rest
  } finally {
    await reading.return?.()
  }
}
