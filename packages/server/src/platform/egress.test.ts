import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AddressRefused, fetchText, postText } from './egress.ts'

const LIMITS = { maxBytes: 1000, timeoutMs: 5000 }

const answers: Record<string, RequestListener> = {
  '/text': (_, response) => response.end('a text'),
  '/large': (_, response) => response.end('x'.repeat(1001)),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/near': (_, response) => response.writeHead(302, { location: '/text' }).end(),
  '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
  '/cloud': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/slow': () => {},
}
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
let root = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  root = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('fetches a text, also through a redirect', async () => {
  expect(await fetchText(`${root}/text`, LIMITS)).toBe('a text')
  expect(await fetchText(`${root}/near`, LIMITS)).toBe('a text')
})

it.each([
  ['/large', 'The response is larger than 1000 bytes.'],
  ['/missing', 'answered with status 404.'],
  ['/round', 'led on to another address too many times.'],
  ['/cloud', '169.254.169.254 is not an address that may be asked.'],
  ['/file', 'The URL must begin with http:// or https://.'],
])('rejects %s', async (path, message) => {
  await expect(fetchText(root + path, LIMITS)).rejects.toThrow(message)
})

it('gives up after the time limit', async () => {
  await expect(fetchText(`${root}/slow`, { ...LIMITS, timeoutMs: 50 })).rejects.toThrow()
})

it.each([
  'http://169.254.169.254/',
  'http://[fe80::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://0.0.0.0/',
  'http://2852039166/',
  // The same address through IPv6-to-IPv4 gateways.
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[::a9fe:a9fe]/',
  'http://[::ffff:0:a9fe:a9fe]/',
  // Metadata services of other clouds.
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://[fd00:ec2::254]/',
  'http://[fd20:ce::254]/',
])('sends no request to %s', async (address) => {
  await expect(fetchText(address, LIMITS)).rejects.toThrow('is not an address that may be asked.')
})

it.each(['http://[2002:7f00:1::]/', 'http://[::7f00:1]/', 'http://[::ffff:0:7f00:1]/', 'http://[64:ff9b::a00:1]/'])(
  'posts nothing to %s, which embeds a private address',
  async (address) => {
    const post = { headers: {}, body: '' }
    const limits = { signal: AbortSignal.timeout(1000), maxBytes: 1000, allowedNetworks: [] }
    await expect(postText(address, post, limits)).rejects.toThrow(AddressRefused)
  },
)
