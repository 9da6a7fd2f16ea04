import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import { ADMIN, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
  person = await server.person({ permissions: ['view_query'] })
})
afterAll(() => server.close())

const open = ({ url } = server): Socket => connect(Number(new URL(url).port), '127.0.0.1')

/** The status line of the response to a request whose body is never sent. */
async function answerToHead(line: string, headers: Record<string, string>): Promise<string> {
  const socket = open()
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${more.join('')}\r\n`)
  const [first] = await socket.take(1).toArray()
  socket.destroy()
  return String(first).split('\r\n', 1)[0] ?? ''
}

const LENGTH = { 'content-length': '14000000' }

describe('a malformed HTTP request', () => {
  it.each([
    ['headers that are too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'headers_too_large'],
    ['a line that makes no sense', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
    ['a length that is no number', 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400, 'bad_request'],
  ])('is answered with what is wrong, and that the connection closes: %s', async (_, sent, status, code) => {
    const socket = open()
    socket.write(sent)
    expect(await text(socket)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nConnection: close\\r\\n.*"code":"${code}"}$`, 's'),
    )
  })

  it("closes its connection, so that the client's next request uses a new one", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statusOf = (path: string) =>
      new Promise((resolve) => {
        const call = request(server.url + path, { agent }, (reply) =>
          reply.resume().once('end', () => resolve(reply.statusCode)),
        )
        call.once('error', resolve)
        call.end()
      })
    const paths = Array.from({ length: 20 }, () => [`/${'x'.repeat(20_000)}`, '/ping']).flat()
    expect(new Set(await Promise.all(paths.map(statusOf)))).toEqual(new Set([431, 200]))
    agent.destroy()
  })
})

describe('an unwanted body', () => {
  it.each([
    ['of nobody, where a session is needed', 'POST /api/queries', {}, 404],
    ['of nobody, in chunks', 'POST /api/queries', { 'transfer-encoding': 'chunked' }, 404],
    ['of nobody, as an upload', 'POST /api/uploads?name=a.csv', {}, 404],
    ['of nobody, to an address that there is not', 'POST /api/no/such/thing', {}, 404],
    ['of nobody, to a page', 'POST /queries/1', {}, 404],
    ['by a method that an address does not have', 'POST /api/config', {}, 404],
    ['that another site has the browser send', 'POST /login', { 'sec-fetch-site': 'cross-site' }, 400],
    ['that is larger than the endpoint takes', 'POST /login', {}, 413],
  ])('is refused before it is read: %s', async (_, line, headers, status) => {
    const length: Record<string, string> = 'transfer-encoding' in headers ? {} : LENGTH
    expect(await answerToHead(line, { ...length, ...headers })).toContain(` ${status} `)
  })

  it('is refused before it is read if the user lacks the permission', async () => {
    const headers = { ...LENGTH, authorization: `Key ${person.apiKey}` }
    expect(await answerToHead('POST /api/queries', headers)).toContain(' 403 ')
    expect(await answerToHead('POST /api/admin/import', headers)).toContain(' 403 ')
  })
})

describe('a body', () => {
  it('may have 64 KB without a session, 1 MB with one, and 16 MB where it holds a query text', async () => {
    const padded = (bytes: number) => JSON.stringify({ ...ADMIN, padding: 'x'.repeat(bytes) })
    const statusOf = async (path: string, body: string) => (await server.admin.fetch(path, { method: 'POST', body })).status
    expect([await statusOf('/login', padded(60_000)), await statusOf('/login', padded(70_000))]).toEqual([200, 413])
    expect([await statusOf('/api/groups', padded(1_000_000)), await statusOf('/api/groups', padded(1_100_000))]).toEqual([
      400, 413,
    ])
    const source = (await buildDataSource(server)).id
    const query = JSON.stringify({ name: 'Long', data_source_id: source, query: `select 1 --${'x'.repeat(4_900_000)}` })
    expect(await statusOf('/api/queries', query)).toBe(200)
    expect(await statusOf('/api/queries', `${query}${' '.repeat(12 * 1024 * 1024)}`)).toBe(413)
  })

  it('of an interrupted upload fails that upload alone', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const identity = `Cookie: ${browser.cookies.header()}\r\nX-CSRF-Token: ${browser.cookies.value('csrf_token')}\r\n`
    for (const path of ['/api/uploads', '/api/uploads?name=a.csv']) {
      const socket = open()
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${identity}Content-Length: 100000\r\n\r\nn,text`)
      // The upload is refused or being read; either way it breaks off in the middle.
      await once(socket, path.includes('?') ? 'connect' : 'data')
      socket.destroy()
    }
    expect((await server.anonymous.get('/ping')).status).toBe(200)
    expect(server.log.join('')).not.toContain('A call failed.')
  })

  it('that arrives in two parts is accepted', async () => {
    const socket = open()
    const body = JSON.stringify(ADMIN)
    const head = `POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(head + body.slice(0, 10), () => socket.write(body.slice(10)))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('the limits of the settings', () => {
  let small: TestServer
  beforeAll(async () => {
    small = await startTestServer({ config: { maxConnections: 2, requestTime: 500 } })
  })
  afterAll(() => small.close())

  it('answer 408 if a body does not arrive in time', async () => {
    const socket = open(small)
    const answer = text(socket)
    socket.write('POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"email":')
    expect(await answer).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s)
  })

  it('close connections beyond the number that is allowed', async () => {
    const ping = 'GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const allowed = [open(small), open(small)]
    for (const socket of allowed) {
      socket.write(ping)
      await once(socket, 'data')
    }
    const third = open(small)
    third.write(ping)
    // Closed or reset, but never answered.
    expect(await text(third).catch(() => '')).toBe('')
    for (const socket of allowed) socket.destroy()
  })
})
