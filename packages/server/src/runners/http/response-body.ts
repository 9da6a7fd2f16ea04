import type { IncomingHttpHeaders } from 'node:http'
import { createGunzip, createInflate } from 'node:zlib'
import type { OpenedResponse } from '../../platform/egress.ts'
import { QueryError } from '../runner.ts'
import type { HostPort } from '../sql/connection-messages.ts'
import { pageTitle } from './error-message.ts'

/** Limit for what is read into memory as a whole; larger responses must be streamed. */
const MAX_BYTES = 256 * 1024 * 1024

/** The body, decompressed: some servers compress although the request does not accept it. */
export async function* decompressed({ headers, body }: OpenedResponse): AsyncGenerator<Buffer, void, undefined> {
  const encoding = headers['content-encoding']
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip' ? createGunzip() : encoding === 'deflate' ? createInflate() : null
  if (!decoder) {
    yield* body
    return
  }
  body.on('error', (error) => decoder.destroy(error))
  try {
    yield* body.pipe(decoder)
  } finally {
    body.destroy()
  }
}

/**
 * Reads a body as text.
 * @param cut true drops what exceeds `maxBytes`
 * @throws QueryError if the body is larger and `cut` is false
 */
export async function textOf(body: AsyncIterable<Buffer>, { maxBytes = MAX_BYTES, cut = false } = {}): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    chunks.push(chunk)
    if (size <= maxBytes) continue
    if (cut) break
    throw tooLarge(maxBytes)
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
}

const tooLarge = (maxBytes: number): QueryError =>
  new QueryError(`The response is larger than ${maxBytes / 1024 / 1024} MB. Request less data.`)

/**
 * Splits a body into lines, yielded in groups as they arrive. If the body ends with a line break, the last line is empty.
 * @throws QueryError if a line is larger than 256 MB
 */
export async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  const decoder = new TextDecoder()
  // The chunks of a line are joined once, at its end; appending each would copy a long line again and again.
  let open: string[] = []
  let size = 0
  for await (const chunk of body) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    const last = lines.pop() ?? ''
    if (lines.length > 0) {
      lines[0] = open.join('') + lines[0]
      yield lines
      open = []
      size = 0
    }
    open.push(last)
    size += last.length
    if (size > MAX_BYTES) throw tooLarge(MAX_BYTES)
  }
  yield [open.join('') + decoder.decode()]
}

/** How much of a page is searched for its title. */
const TITLE_SEARCH_BYTES = 16 * 1024

/**
 * Passes a body on unless it is a web page: then a proxy asks for a login, or the URL belongs to another service.
 * @throws QueryError that names the page by its title
 */
export async function* rejectWebPage(
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
    // Some servers send every response as HTML, so the content type alone proves nothing.
    while (start.toString('latin1').trim() === '') {
      const { value, done } = await reading.next()
      if (done) break
      start = Buffer.concat([start, value])
    }
    if (/^(\xef\xbb\xbf)?\s*</.test(start.toString('latin1'))) {
      const title = pageTitle(start.toString() + (await textOf(rest, { maxBytes: TITLE_SEARCH_BYTES, cut: true })))
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
