import { expect, it } from 'vitest'
import { siteAt, withoutBasePath } from './site.ts'

it('lies where the settings say', () => {
  expect(siteAt('https://example.com/sight/')).toMatchObject({ basePath: '/sight/', isSecure: true })
  expect(siteAt('http://example.com/')).toMatchObject({ basePath: '/', isSecure: false })
  expect(siteAt(null)).toMatchObject({ basePath: '/', isSecure: false })
})

it('knows an address with and without its base path', () => {
  expect(withoutBasePath('/sight/api/config?x=1', '/sight/')).toBe('/api/config?x=1')
  expect(withoutBasePath('/api/config', '/sight/')).toBe('/api/config')
  expect(withoutBasePath('/sightseeing', '/sight/')).toBe('/sightseeing')
  expect(withoutBasePath('/api', '/')).toBe('/api')
})
