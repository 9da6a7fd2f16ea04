import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import lighthouse, { type Config, type Flags } from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { chromiumOptions } from '../e2e/browser.ts'
import { QUIET } from '../e2e/product.ts'
import { startAuthority } from '../packages/server/src/testing/certificate.ts'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { startNginx } from '../packages/server/src/testing/nginx-server.ts'
import { median, type Row } from './measure.ts'
import { type Product, startProduct } from './product.ts'

/** Loads of each page; the median of their points counts. */
const LOADS = 3
/** Points of a hundred that a page may lose. */
const MOST_LOST = 5
/** The same for the speed on a phone: a slower network, and a processor four times slower. */
const MOST_LOST_ON_PHONE = 10
/** Milliseconds for the queries and the dashboard of the sample data. */
const SAMPLES_MS = 120_000

type Category = 'performance' | 'accessibility' | 'best-practices'
type Form = 'desktop' | 'phone'

/** The page and the form to measure; all of them by default. */
export interface MeasuredPart {
  /** The name of a page in `pagesOf`. */
  page?: string | undefined
  form?: string | undefined
}

/** The name in the configuration of the proxy. */
const HOST = 'sightline.example.com'

/**
 * Measures the points that Lighthouse takes from the pages of an installation with the sample data: behind nginx with the configuration
 * of `deploy`, because phones reach an installation with TLS and HTTP/2.
 */
export async function benchLighthouse({ page, form }: MeasuredPart = {}): Promise<Row[]> {
  const product = await startProduct(undefined, {
    ...QUIET,
    SIGHTLINE_SAMPLE_DATA: '1',
    SIGHTLINE_TRUSTED_PROXIES: 'loopback',
  })
  const nginx = await startProxy(Number(new URL(product.url).port))
  const port = await freePort()
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [
      ...(chromiumOptions.args ?? []),
      `--remote-debugging-port=${port}`,
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
  })
  try {
    const rows: Row[] = []
    const site = `https://${HOST}:${nginx.port}`
    const session = await browser.newBrowserCDPSession()
    const pages = await pagesOf(product)
    if (page !== undefined && !(page in pages)) throw new Error(`The pages are: ${Object.keys(pages).join(', ')}.`)
    for (const [name, { path, isPublic }] of Object.entries(pages)) {
      if (page !== undefined && name !== page) continue
      await session.send('Storage.clearCookies')
      if (!isPublic) await session.send('Storage.setCookies', { cookies: cookiesOf(product, site) })
      // Before each load, Lighthouse empties the cache and keeps the cookies: what counts is the first visit of a signed-in user.
      const flags: Flags = { port, logLevel: 'error' }
      for (const [each, { config, suffix, mostLost }] of Object.entries(forms)) {
        if (form !== undefined && each !== form) continue
        const lost = await lostPoints(site + path, ['performance', 'accessibility', 'best-practices'], flags, config)
        for (const [category, value] of Object.entries(lost))
          rows.push(row(`${category}, ${name}${suffix}`, value, category === 'performance' ? mostLost : MOST_LOST))
      }
    }
    return rows
  } finally {
    await browser.close()
    await nginx.stop()
    await product.stop()
  }
}

/** The two forms: Lighthouse's own configuration is that of a phone. */
const forms: Record<Form, { config: Config | undefined; suffix: string; mostLost: number }> = {
  desktop: { config: desktop, suffix: '', mostLost: MOST_LOST },
  phone: { config: undefined, suffix: ', phone', mostLost: MOST_LOST_ON_PHONE },
}

/** nginx before the product. @param port of the product */
async function startProxy(port: number) {
  const authority = await startAuthority('Lighthouse')
  const site = readFileSync(new URL('../deploy/proxy/nginx.conf', import.meta.url), 'utf8')
  return startNginx(site.replaceAll(/web-\d:5000/g, `127.0.0.1:${port}`), port, await authority.issue(HOST))
}

/** The cookies of the signed-in user. @param url of the site that gets them */
const cookiesOf = ({ headers }: Product, url: string) =>
  (headers.cookie ?? '').split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url }
  })

const row = (what: string, value: number, goal: number): Row => ({
  name: `lighthouse: points lost in ${what}`,
  value,
  unit: 'points',
  against: null,
  goal,
})

/** The measured pages, by name. */
async function pagesOf(product: Product): Promise<Record<string, { path: string; isPublic: boolean }>> {
  const board = await sampleDashboard(product)
  const { public_url } = await product.post<{ public_url: string }>(`/api/dashboards/${board.id}/share`)
  const queries = await product.get<{ results: { id: number; name: string }[] }>('/api/queries?page_size=100')
  const query = queries.results.find(({ name }) => name === 'Flights per day')
  if (query === undefined) throw new Error('The sample data has no query of flights.')
  return {
    'sign-in': { path: '/login', isPublic: true },
    home: { path: '/', isPublic: false },
    'list of queries': { path: '/queries', isPublic: false },
    'list of dashboards': { path: '/dashboards', isPublic: false },
    query: { path: `/queries/${query.id}/source`, isPublic: false },
    dashboard: { path: `/dashboard/${board.slug}`, isPublic: false },
    'public dashboard': { path: new URL(public_url).pathname, isPublic: true },
  }
}

/** The dashboard of the sample data, as soon as all of its queries have run. */
async function sampleDashboard(product: Product): Promise<{ id: number; slug: string }> {
  for (const deadline = Date.now() + SAMPLES_MS; Date.now() < deadline; ) {
    const { results } = await product.get<{ results: { id: number; slug: string }[] }>('/api/dashboards')
    const queries = await product.get<{ results: { retrieved_at: string | null }[] }>('/api/queries?page_size=100')
    const [board] = results
    const haveRun = queries.results.every(({ retrieved_at }) => retrieved_at !== null)
    if (board !== undefined && queries.results.length > 0 && haveRun) return board
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The sample data was not ready within two minutes.')
}

/** The points of a hundred that a page loses in each category. @param config of Lighthouse; undefined for a phone */
async function lostPoints<Name extends Category>(
  url: string,
  categories: readonly Name[],
  flags: Flags,
  config: Config | undefined,
): Promise<Record<Name, number>> {
  const loads: Record<string, number>[] = []
  for (let load = 0; load < LOADS; load++) {
    const report = (await lighthouse(url, { ...flags, onlyCategories: [...categories] }, config))?.lhr
    if (report === undefined || report.runtimeError !== undefined)
      throw new Error(`Lighthouse could not load ${url}: ${report?.runtimeError?.message ?? 'no report'}`)
    if (report.finalDisplayedUrl !== url) throw new Error(`${url} has led to ${report.finalDisplayedUrl}.`)
    loads.push(Object.fromEntries(categories.map((name) => [name, 100 * (1 - (report.categories[name]?.score ?? 0))])))
  }
  return Object.fromEntries(categories.map((name) => [name, median(loads.map((load) => load[name] ?? 100))])) as Record<
    Name,
    number
  >
}
