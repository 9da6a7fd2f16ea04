import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../executor/failure.ts'
import { secretValues } from '../platform/type-options.ts'
import { freePort } from '../testing/postgres-server.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { FROM_OPTIONS, FROM_TEXT, type SourceFixture, sourceAt } from '../testing/source-fixtures.ts'
import { type StubAnswer, type StubServer, startStub } from '../testing/stub-server.ts'
import { startUntrustedServer, type UntrustedServer } from '../testing/untrusted-server.ts'

let stub: StubServer
let answer: StubAnswer = {}
/** A server whose certificate no authority has signed. */
let impostor: UntrustedServer
/** The temporary folder of types that download files. */
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

const sourceOf = (type: string, way: SourceFixture, address: string) =>
  sourceAt(type, way, address, { sourceNetworks: ['127.0.0.1'], tempDir })
const rowsFrom = async (type: string, way: SourceFixture) => rowsOf(await sourceOf(type, way, stub.url).run())

/** The error of a run. It must be a sentence for users, without a secret, and not an internal error. */
async function said(type: string, way: SourceFixture, address: string): Promise<string> {
  const source = sourceOf(type, way, address)
  const error = await source
    .run()
    .then(rowsOf)
    .then(
      (rows) => new Error(`It did not fail, and had ${rows.length} rows.`),
      (reason: unknown) => reason,
    )
  const { message, kind } = failureOf(error, { secrets: [], isCancelled: false, isEmbedded: false })
  expect(kind, message).toBe('query')
  for (const secret of secretValues(source.runner.config, source.options)) expect(message).not.toContain(secret)
  expect(message).not.toMatch(/undefined|\[object |<html|^\[|^$/)
  return message
}

/** Responses that are a result without values in the protocol of a type. */
const EMPTY_RESULTS: Record<string, string[]> = {
  couchbase: ['{}'],
  dynamodb: ['{}'],
  graphql: ['{}'],
  jirajql: ['{}'],
  graphite: ['[]'],
  json: ['[]', '{}', 'null', ''],
  // A CSV header without rows.
  csv: ['hello there', '[]', '{}', 'null', ''],
}
const NOT_UNDERSTOOD =
  /is not (valid JSON|what S3 answers|ClickHouse|an Excel workbook)|does not understand|failed to parse|no (data|access token|result document)|empty response/

describe.each(Object.entries({ ...FROM_OPTIONS, ...FROM_TEXT }))('errors of %s', (type, way) => {
  it('reports that nobody listens on the port, and that a host does not exist', async () => {
    const port = await freePort()
    expect(await said(type, way, `http://127.0.0.1:${port}`)).toContain(`127.0.0.1:${port}: connection refused`)
    expect(await said(type, way, `http://nowhere.invalid:${port}`)).toMatch(/nowhere\.invalid:\d+: host name not known/)
  })

  it("reports that the server's certificate is not trusted", async () => {
    expect(await said(type, way, impostor.url)).toContain(
      `the certificate of 127.0.0.1:${impostor.port} is not trusted: self-signed certificate`,
    )
  })

  it('reports that the server rejects the credentials', async () => {
    answer = { status: 401, body: { message: 'These are not the keys.', error: { message: 'These are not the keys.' } } }
    expect(await said(type, way, stub.url)).toMatch(/These are not the keys|401/)
  })

  it('reports an internal error of the server', async () => {
    answer = { status: 500, body: '<html><body><h1>Out of order</h1></body></html>' }
    expect(await said(type, way, stub.url)).toMatch(/Out of order|500/)
  })

  it('reports that the connection was lost in the middle of a response', async () => {
    answer = { headers: { 'content-length': '100000' }, body: '{"a', breaks: true }
    expect(await said(type, way, stub.url)).toMatch(/lost|closed|reset|hung up|aborted|terminated/i)
  })

  it('reports an HTML page of a proxy as an error', async () => {
    answer = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '\n<!doctype html><title>Sign in</title>' }
    expect(await said(type, way, stub.url)).toMatch(
      /(The server at 127\.0\.0\.1:\d+ answered with a web page \("Sign in"\) instead of data\.|What answers at 127\.0\.0\.1:\d+ is not ClickHouse\.)/,
    )
  })

  it('reports a response that does not follow the protocol; one that passes for an empty result has no values', async () => {
    for (const body of ['hello there', '[]', '{}', 'null', '']) {
      answer = { body }
      if (EMPTY_RESULTS[type]?.includes(body)) expect((await rowsFrom(type, way)).flat(), body).toEqual([])
      else expect(await said(type, way, stub.url), body).toMatch(NOT_UNDERSTOOD)
    }
  })
})

describe('ClickHouse', () => {
  it('does not accept arbitrary text as a result', async () => {
    const way = FROM_OPTIONS.clickhouse as SourceFixture
    answer = { body: 'name\nString\nAda\n' }
    expect(await said('clickhouse', way, stub.url)).toBe(`What answers at 127.0.0.1:${stub.port} is not ClickHouse.`)
    answer = { ...answer, headers: { 'x-clickhouse-summary': '{}' } }
    expect(await rowsFrom('clickhouse', way)).toEqual([['Ada']])
  })
})
