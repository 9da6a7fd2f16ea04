import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../executor/failure.ts'
import { secretValues } from '../platform/type-options.ts'

import { freePort } from '../testing/free-port.ts'
import { never } from '../testing/never.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { type HttpSource, httpSources, sourceAt } from '../testing/source-fixtures.ts'
import { type StubAnswer, type StubServer, startStub } from '../testing/stub-server.ts'
import { listen } from '../testing/tcp-listener.ts'
import { startUntrustedServer, type UntrustedServer } from '../testing/untrusted-server.ts'
import clickhouse from './clickhouse/index.ts'
import { CANCELLED } from './runner.ts'

let stub: StubServer
let answer: StubAnswer = {}
/** A server with a self-signed certificate. */
let impostor: UntrustedServer
/** For types that download files. */
const tempDir = mkdtempSync(join(tmpdir(), 'sightline-bad-input-'))
beforeAll(async () => {
  stub = await startStub(() => answer)
  impostor = await startUntrustedServer()
})
afterAll(async () => {
  await stub.close()
  await impostor.close()
  rmSync(tempDir, { recursive: true })
})
beforeEach(() => {
  answer = {}
})

const at = (source: HttpSource, url: string, signal = never) =>
  sourceAt(source, url, { sourceNetworks: ['127.0.0.1'], tempDir, signal })
const rowsFrom = async (source: HttpSource) => rowsOf(await at(source, stub.url).run())

/** The error message of a run that fails: readable, without a secret, and not reported as an internal error. */
async function messageAt(source: HttpSource, url: string): Promise<string> {
  const { run, options } = at(source, url)
  const error = await run()
    .then(rowsOf)
    .then(
      (rows) => new Error(`It did not fail, and had ${rows.length} rows.`),
      (reason: unknown) => reason,
    )
  const { message, kind } = failureOf(error, { secrets: [], isCancelled: false, isEmbedded: false })
  expect(kind, message).toBe('query')
  for (const secret of secretValues(source.runner.config, options)) expect(message).not.toContain(secret)
  expect(message).not.toMatch(/undefined|\[object |<html|^\[|^$/)
  return message
}

const NOT_UNDERSTOOD =
  /is not (valid JSON|a result document|what S3 answers|ClickHouse|HiveServer2|Spark's Thrift server|an Excel workbook)|does not understand|failed to parse|no (data|access token)|empty response/

describe.each(httpSources)('a run of the data source type $type', (source) => {
  it('says that nothing listens at the port, or that the host is unknown', async () => {
    const port = await freePort()
    expect(await messageAt(source, `http://127.0.0.1:${port}`)).toContain(`127.0.0.1:${port}: connection refused`)
    expect(await messageAt(source, `http://nowhere.invalid:${port}`)).toMatch(/nowhere\.invalid:\d+: host name not known/)
  })

  it('says in one sentence that another protocol answers at the port (OPEN-537)', async () => {
    const ssh = await listen((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    onTestFinished(() => ssh.close())
    expect(await messageAt(source, `http://127.0.0.1:${ssh.port}`)).toContain(
      `What answers at 127.0.0.1:${ssh.port} is not an HTTP server, or expects encryption (TLS).`,
    )
  })

  it('says in one sentence that the server expects encryption, or has none (OPEN-538)', async () => {
    expect(await messageAt(source, impostor.url.replace('https', 'http'))).toContain(
      `could not connect to server at 127.0.0.1:${impostor.port}: the connection was closed by the server`,
    )
    expect(await messageAt(source, stub.url.replace('http', 'https'))).toContain(
      `no secure connection to 127.0.0.1:${stub.port}: the server does not use TLS at this port`,
    )
  })

  it('ends when it is stopped while the server does not answer, and leaves no connection (OPEN-539)', async () => {
    const stop = new AbortController()
    const sockets: Promise<unknown>[] = []
    const silent = await listen((socket) => {
      sockets.push(once(socket.resume(), 'close'))
      stop.abort(new DOMException('Too long.', 'TimeoutError'))
    })
    onTestFinished(() => silent.close())
    const { run } = at(source, `http://127.0.0.1:${silent.port}`, stop.signal)
    const error = await run()
      .then(rowsOf)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: expect.stringContaining(CANCELLED) })
    await Promise.all(sockets)
  })

  it('says that the certificate is not trusted', async () => {
    expect(await messageAt(source, impostor.url)).toContain(
      `the certificate of 127.0.0.1:${impostor.port} is not trusted: self-signed certificate`,
    )
  })

  it('passes on the message of a server that refuses the login', async () => {
    answer = { status: 401, body: { message: 'These are not the keys.', error: { message: 'These are not the keys.' } } }
    expect(await messageAt(source, stub.url)).toMatch(/These are not the keys|401/)
  })

  it('passes on the message of a server that fails', async () => {
    answer = { status: 500, body: '<html><body><h1>Out of order</h1></body></html>' }
    expect(await messageAt(source, stub.url)).toMatch(/Out of order|500/)
  })

  it('says that the connection was lost in the middle of a response', async () => {
    answer = { headers: { 'content-length': '100000' }, body: '{"a', breaks: true }
    expect(await messageAt(source, stub.url)).toMatch(/lost|closed|reset|hung up|aborted|terminated/i)
  })

  it('says that the response is a web page, such as the login page of a proxy', async () => {
    answer = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '\n<!doctype html><title>Sign in</title>' }
    expect(await messageAt(source, stub.url)).toMatch(
      /(The server at 127\.0\.0\.1:\d+ answered with a web page \("Sign in"\) instead of data\.|What answers at 127\.0\.0\.1:\d+ is not ClickHouse\.)/,
    )
  })

  it('refuses a response that is not in its protocol, and reads an empty result as no values', async () => {
    for (const body of ['hello there', '[]', '{}', 'null', '']) {
      answer = { body }
      if (source.fixture.emptyResults?.includes(body)) expect((await rowsFrom(source)).flat(), body).toEqual([])
      else expect(await messageAt(source, stub.url), body).toMatch(NOT_UNDERSTOOD)
    }
  })
})

describe('ClickHouse', () => {
  it('does not accept any text as a result', async () => {
    const source = httpSources.find(({ runner }) => runner === clickhouse) as HttpSource
    answer = { body: 'name\nString\nAda\n' }
    expect(await messageAt(source, stub.url)).toBe(`What answers at 127.0.0.1:${stub.port} is not ClickHouse.`)
    answer = { ...answer, headers: { 'x-clickhouse-format': 'TabSeparatedWithNamesAndTypes' } }
    expect(await rowsFrom(source)).toEqual([['Ada']])
  })
})
