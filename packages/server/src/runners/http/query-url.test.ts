import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyText, selfSigned } from '../../testing/certificate.ts'
import { never } from '../../testing/never.ts'
import { type StubServer, startStub } from '../../testing/stub-server.ts'
import { type QueryUrlSource, queryUrlClient } from './query-url.ts'

const context = { signal: never, sourceNetworks: ['127.0.0.0/8'] }
const admin = { user: 'admin', password: 'stored' }
const author = { user: 'author', password: 'written' }

async function server(): Promise<StubServer> {
  const stub = await startStub(() => ({ body: 'yes' }))
  onTestFinished(() => stub.close())
  return stub
}

/** The login that a server received with the last call; null if none. */
function loginAt({ calls }: StubServer): string | null {
  const { authorization } = calls.at(-1)?.headers ?? {}
  return authorization === undefined ? null : Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
}

async function send(source: QueryUrlSource, path?: string): Promise<void> {
  const response = await queryUrlClient(source, context).send(path === undefined ? {} : { path })
  expect(await response.text()).toBe('yes')
}

describe('the stored login of a source', () => {
  it('is sent to the server of the base URL, however its URL is written', async () => {
    const home = await server()
    for (const path of [undefined, '/rows', 'rows?at=http://other.example', `${home.url}/rows`]) {
      await send({ base: `${home.url}/base`, login: admin }, path)
      expect([path, loginAt(home)]).toEqual([path, 'admin:stored'])
    }
  })

  it('is not sent to any other server, not even to another port of the same host', async () => {
    const [home, other] = [await server(), await server()]
    await send({ base: home.url, login: admin }, `${other.url}/rows`)
    expect([home.calls.length, loginAt(other)]).toEqual([0, null])
  })

  it('is not sent anywhere when there is no base URL', async () => {
    const other = await server()
    await send({ base: '', login: admin }, `${other.url}/rows`)
    expect(loginAt(other)).toBeNull()
  })
})

describe('the login in a query', () => {
  it('is sent to the server of its own URL only, and replaces the stored one', async () => {
    const [home, other] = [await server(), await server()]
    const source = { base: home.url, login: admin, own: { login: author, address: `${other.url}/first` } }
    await send(source, `${other.url}/next`)
    expect(loginAt(other)).toBe('author:written')
    await send(source, `${home.url}/next`)
    expect(loginAt(home)).toBeNull()
  })
})

it('refuses private addresses that the operator has not listed', async () => {
  const hidden = await server()
  for (const sourceNetworks of [undefined, ['10.0.0.0/8']]) {
    const { signal } = context
    const client = queryUrlClient({ base: '', login: null }, sourceNetworks ? { signal, sourceNetworks } : { signal })
    await expect(client.send({ path: hidden.url })).rejects.toThrow(/private/)
  }
  expect(hidden.calls).toEqual([])
})

it('accepts a certificate that cannot be verified only on request', async () => {
  const certified = await selfSigned('source', '127.0.0.1')
  const secure = createServer({ key: keyText(certified), cert: String(certified.certificate) }, (_, answer) =>
    answer.end('yes'),
  )
  onTestFinished(async () => secure[Symbol.asyncDispose]())
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  const base = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`
  await send({ base, login: null, verify: false })
  await expect(send({ base, login: null })).rejects.toThrow(/ is not trusted: /)
})
