import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { localPath, siteAt, withoutBasePath } from './site.ts'

it('has the configured URL', () => {
  expect(siteAt('https://example.com/sight/').basePath).toBe('/sight/')
  expect(siteAt('http://example.com/').basePath).toBe('/')
  expect(siteAt(null).basePath).toBe('/')
})

it('is secure if the settings or the request say that browsers use TLS', () => {
  const [plain, tls] = [{ protocol: 'http' }, { protocol: 'https' }] as const
  const answers = ['https://example.com/', 'http://example.com/', null].map((url) => [plain, tls].map(siteAt(url).isSecure))
  expect(answers).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ])
})

it('has the address that the client has asked for, and one that leads nowhere if the client names no host', () => {
  const addressOf = (host: string) => siteAt(null).addressFor({ protocol: 'http', host } as FastifyRequest)
  expect(addressOf('localhost:5000')).toBe('http://localhost:5000/')
  expect(addressOf('')).toBe('http://site.invalid/')
  expect(addressOf('a b')).toBe('http://site.invalid/')
})

it('recognizes a URL with and without its base path', () => {
  expect(withoutBasePath('/sight/api/config?x=1', '/sight/')).toBe('/api/config?x=1')
  expect(withoutBasePath('/api/config', '/sight/')).toBe('/api/config')
  expect(withoutBasePath('/sightseeing', '/sight/')).toBe('/sightseeing')
  expect(withoutBasePath('/api', '/')).toBe('/api')
})

it.each([
  ['/', '/'],
  ['/queries/5?p_a=1#x', '/queries/5?p_a=1#x'],
  ['queries/5', '/queries/5'],
  ['./queries/5', '/queries/5'],
  ['?next=1', '/?next=1'],
  ['/queries//5', '/queries//5'],
  ['https://evil.example/queries?x=1#y', '/queries?x=1#y'],
  ['//evil.example/queries', '/queries'],
  ['https://evil.example?x=1', '/?x=1'],
  ['/queries?next=//evil.example', '/queries?next=//evil.example'],
])('keeps path, query and fragment of %s (OPEN-66)', (next, expected) => {
  expect(localPath(next, '/')).toBe(expected)
})

it.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  'https://x//evil.example',
  'https:////evil.example',
  './/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '..//evil.example',
  '/.//.//evil.example',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  './%2F/evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  './\\evil.example',
  'https:evil.example',
  'HTTPS:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://evil.example/x',
  'https://[evil',
  ' //evil.example',
  '/\t/evil.example',
  './/\nevil.example',
  '/\r\nSet-Cookie: a=b',
])('leads home instead of %j (OPEN-66)', (next) => {
  expect(localPath(next, '/')).toBe('./')
})

it.each([
  ['queries/5', '/sight/queries/5'],
  ['/sight/queries/5', '/sight/queries/5'],
  ['.//evil.example', '/sight//evil.example'],
  ['..//evil.example', './'],
  ['/sight/..//evil.example', './'],
])('resolves %s below the path where the site lies (OPEN-66)', (next, expected) => {
  expect(localPath(next, '/sight/')).toBe(expected)
})
