import { expect, it } from 'vitest'
import { isAllowedMediaUrl } from './safe-urls.ts'

const ROOT = 'https://sightline.example.com/'

it.each([
  'https://pictures.example.com/a.png',
  '//pictures.example.com/logout',
  'data:image/png;base64,AAAA',
  'static/images/db-logos/pg.png',
  '/static/images/db-logos/pg.png',
  '/api/users/7/image/abc',
  'https://sightline.example.com/assets/a.svg',
])('content may show %s', (address) => {
  expect(isAllowedMediaUrl(address, ROOT)).toBe(true)
})

it.each([
  '/logout',
  'logout',
  './/logout',
  '/static/../logout',
  '/static/%2e%2e/logout',
  '\\logout',
  'https://sightline.example.com/logout',
  'HTTPS://SIGHTLINE.EXAMPLE.COM:443/logout',
  '//sightline.example.com/verify/abc',
  '/api/users/7',
  '/api/jobs/1/events',
  '',
  'javascript:alert(1)',
])('content must not load %j, which is not an image', (address) => {
  expect(isAllowedMediaUrl(address, ROOT)).toBe(false)
})

it('content may load URLs beside the base path of the product on the same host', () => {
  const base = 'https://example.com/sight/'
  expect(isAllowedMediaUrl('/logo.png', base)).toBe(true)
  expect(isAllowedMediaUrl('/sight/logout', base)).toBe(false)
  expect(isAllowedMediaUrl('logout', base)).toBe(false)
})
