import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pagePreloads } from './page-preloads.ts'

const dist = mkdtempSync(join(tmpdir(), 'sightline-preloads-'))
afterAll(() => rmSync(dist, { recursive: true }))
const noted = [
  {
    path: '^/dashboard/([^/]+)$',
    files: ['assets/board-1.js', 'assets/board-1.css'],
    lastFiles: ['assets/chart-1.js', 'assets/chart-1.css'],
    calls: ['api/session', 'api/dashboards/$1'],
    data: ['api/alerts?board=$1&order=-name'],
  },
]
writeFileSync(join(dist, 'page-preloads.json'), JSON.stringify(noted))
const preloadsFor = pagePreloads(dist)

describe('the preloads of a page', () => {
  it('are its files, its first calls and those for what it shows, below the base of the site (OPEN-541, OPEN-558, OPEN-804)', () => {
    expect(preloadsFor('/dashboard/sales')).toEqual({
      files:
        '<link rel="modulepreload" fetchpriority="low" crossorigin media="(min-width: 801px)" data-after-paint href="./assets/board-1.js">' +
        '<link rel="preload" as="style" crossorigin media="(min-width: 801px)" data-after-paint href="./assets/board-1.css">' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin media="(min-width: 801px)" href="./assets/chart-1.js">' +
        '<link rel="preload" as="style" crossorigin media="(min-width: 801px)" href="./assets/chart-1.css">',
      calls:
        '<link rel="preload" as="fetch" crossorigin href="./api/session">' +
        '<link rel="preload" as="fetch" crossorigin href="./api/dashboards/sales">',
      data: '<link rel="preload" as="fetch" crossorigin href="./api/alerts?board=sales&amp;order=-name">',
    })
  })

  it('are none for other pages, and none without the list of the build', () => {
    expect(preloadsFor('/dashboards')).toEqual({ calls: '', files: '', data: '' })
    expect(preloadsFor('/dashboard/sales/more')).toEqual({ calls: '', files: '', data: '' })
    expect(pagePreloads(join(dist, 'nowhere'))('/dashboard/sales')).toEqual({ calls: '', files: '', data: '' })
  })

  it('escape everything that comes from the URL', () => {
    for (const hostile of ['"><script>alert(1)</script>', '%22%3E%3Cscript%3E', "x'onload=a", '%E0%A4%A', '&quot;', '$1'])
      expect(preloadsFor(`/dashboard/${hostile.replaceAll('/', '%2F')}`).calls.split('api/dashboards/')[1]).toMatch(
        /^[A-Za-z0-9%()'!*~._-]*">$/,
      )
    expect(preloadsFor('/dashboard/caf%C3%A9').calls).toContain('api/dashboards/caf%C3%A9"')
  })
})
