import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { type StubAnswer, type StubCall, type StubServer, startStub } from '../../testing/stub-server.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED } from '../runner.ts'
import { type HttpClientOptions, httpClient } from './client.ts'
import { linesOf } from './response-body.ts'

async function stub(answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>): Promise<StubServer> {
  const server = await startStub(answer)
  onTestFinished(() => server.close())
  return server
}

const clientOf = ({ url }: Pick<StubServer, 'url'>, changes: Partial<HttpClientOptions> = {}) =>
  httpClient({ base: url, signal: never, privateNetworks: 'all', ...changes })
const refusal = async (answer: StubAnswer) => (await failureOf(clientOf(await stub(() => answer)).send())).message

describe('the HTTP client', () => {
  it('combines URL, parameters, login and body', async () => {
    const server = await stub(() => ({ body: 'yes' }))
    const client = clientOf({ url: `${server.url}/base/` }, { login: { user: 'ada', password: 'ü:x' } })
    const answer = await client.send({ path: '/rows', query: { a: 'b c', none: undefined, n: 1 }, body: { q: 1 } })
    expect(await answer.text()).toBe('yes')
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/base/rows', body: '{"q":1}' })
    expect(call?.query.toString()).toBe('a=b+c&n=1')
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('ada:ü:x').toString('base64')}`,
      'content-type': 'application/json',
    })
  })

  it('sends credentials in a URL as a login, and never shows them', async () => {
    const server = await stub(() => ({ status: 401, body: 'who?' }))
    const failure = await failureOf(clientOf({ url: server.url.replace('//', '//ada:secret@') }).send())
    expect(server.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:secret').toString('base64')}`)
    expect(failure.message).toBe('Failed to execute query. 401: who?')
    await failureOf(clientOf({ url: server.url.replace('//', '//ada:100%sure@') }).send())
    expect(server.calls[1]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:100%sure').toString('base64')}`)
    const unreachable = await failureOf(clientOf({ url: 'http://ada:secret@127.0.0.1:1' }).send())
    expect(unreachable.message).toBe('could not connect to server at 127.0.0.1:1: connection refused')
  })

  it.each([
    [{ status: 400, body: { error: { reason: 'no such index' }, status: 400 } }, 'Failed to execute query. 400: no such index'],
    [{ status: 500, body: '<html><title>Oops</title><p>stack' }, 'Failed to execute query. 500: Oops'],
    [{ status: 404 }, 'Failed to execute query. 404: no message'],
    [{ status: 204 }, 'Endpoint returned unexpected status code (204).'],
    [{ status: 302, headers: { location: 'http://169.254.169.254/' } }, 'Endpoint returned unexpected status code (302).'],
  ])('tells of a failure in the words of the server: %j', async (answer, message) => {
    expect(await refusal(answer)).toBe(message)
  })

  it('retries when the server says when, and not otherwise', async () => {
    let busy = 2
    const server = await stub(() => (busy-- > 0 ? { status: 429, headers: { 'retry-after': '0' } } : { body: 'now' }))
    expect(await (await clientOf(server).send()).text()).toBe('now')
    expect(server.calls).toHaveLength(3)
    expect(await refusal({ status: 429, body: 'slow down' })).toBe('Failed to execute query. 429: slow down')
    expect(await refusal({ status: 503, headers: { 'retry-after': '86400' }, body: 'tomorrow' })).toBe(
      'Failed to execute query. 503: tomorrow',
    )
  })

  it('gives up on a server that is silent for too long', async () => {
    const silent = await stub(() => new Promise<StubAnswer>(() => {}))
    const failure = await failureOf(clientOf(silent, { idleTimeout: 0.05 }).send())
    expect(failure.message).toBe('The server did not respond within 0.05 seconds.')
  })

  it('stops at once when it is cancelled, before the response and while reading it', async () => {
    const stop = new AbortController()
    const silent = await stub(() => {
      stop.abort()
      return new Promise<StubAnswer>(() => {})
    })
    expect((await failureOf(clientOf(silent, { signal: stop.signal }).send())).message).toBe(CANCELLED)
    const later = new AbortController()
    const endless = await stub(() => ({
      body: (async function* () {
        yield 'x'
        await new Promise(() => {})
      })(),
    }))
    const answer = await clientOf(endless, { signal: later.signal }).send()
    const reading = failureOf(answer.text())
    later.abort()
    expect((await reading).message).toBe(CANCELLED)
  })

  it('notices a response that is cut off', async () => {
    const broken = await stub(() => ({ headers: { 'content-length': '100' }, body: 'half', breaks: true }))
    const outcome = clientOf(broken)
      .send()
      .then((answer) => answer.text())
    expect((await failureOf(outcome)).message).toMatch(/connection was (lost|closed)/)
  })

  it('decompresses responses, and joins lines across chunks', async () => {
    const packed = await stub(() => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('packed') }))
    expect(await (await clientOf(packed).send()).text()).toBe('packed')
    const bytes = Buffer.from('one\nzwölf\n\nend')
    const pieces = await stub(() => ({
      body: (async function* () {
        // The cut goes through the ö.
        yield bytes.subarray(0, 7)
        yield bytes.subarray(7)
      })(),
    }))
    const lines: string[] = []
    for await (const group of linesOf((await clientOf(pieces).send()).body)) lines.push(...group)
    expect(lines).toEqual(['one', 'zwölf', '', 'end'])
  })

  it('reads a line of many chunks, and refuses one that never ends', async () => {
    const piece = Buffer.alloc(16 * 1024 * 1024, 'x')
    const body = async function* (count: number) {
      for (let sent = 0; sent < count; sent++) yield piece
    }
    const { value: [line = ''] = [] } = await linesOf(body(3)).next()
    expect(line.length).toBe(3 * piece.length)
    await expect(linesOf(body(1000)).next()).rejects.toThrow('The response is larger than 256 MB.')
  })

  it('never connects to metadata addresses of clouds, and to private addresses only if they are listed', async () => {
    const server = await stub(() => ({ body: 'private' }))
    const send = (privateNetworks: HttpClientOptions['privateNetworks'], base = server.url) =>
      clientOf({ url: base }, { privateNetworks })
        .send()
        .then((answer) => answer.text())
    expect(await send('all')).toBe('private')
    expect(await send(['127.0.0.1'])).toBe('private')
    expect((await failureOf(send([]))).message).toBe("Can't query private addresses.")
    expect((await failureOf(send([], `http://localhost:${server.port}`))).message).toBe("Can't query private addresses.")
    expect((await failureOf(send('all', 'http://169.254.169.254/latest'))).message).toBe(
      '169.254.169.254 is not an address that may be asked.',
    )
    expect((await failureOf(send(['169.254.0.0/16'], 'http://169.254.169.254/'))).message).toBe(
      "Can't query private addresses.",
    )
    expect((await failureOf(send('all', 'file:///etc/passwd'))).message).toBe('The URL must begin with http:// or https://.')
    expect(server.calls).toHaveLength(2)
  })
})
