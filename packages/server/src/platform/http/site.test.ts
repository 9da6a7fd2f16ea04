import { expect, it } from 'vitest'
import { siteAt, withoutBasePath } from './site.ts'

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

it('recognizes a URL with and without its base path', () => {
  expect(withoutBasePath('/sight/api/config?x=1', '/sight/')).toBe('/api/config?x=1')
  expect(withoutBasePath('/api/config', '/sight/')).toBe('/api/config')
  expect(withoutBasePath('/sightseeing', '/sight/')).toBe('/sightseeing')
  expect(withoutBasePath('/api', '/')).toBe('/api')
})
