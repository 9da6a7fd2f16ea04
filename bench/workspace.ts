import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { MB, median, percentile, type Row } from './measure.ts'
import type { Product } from './product.ts'
import { bareEditor, roomOf, typing } from './typing.ts'

const TABLES = 10_000
const COLUMNS = 20
const LINES = 5_000
/** Number of keys typed. */
const KEYS = 300
/** Milliseconds that a user needs to put the cursor into the text. */
const REACHING_FOR_TEXT = 1000
/** Number of times the schema is opened. */
const OPENINGS = 5

/** Measures the pages of a query author: the list with a cold cache, and the editor with a large schema and text. */
export async function benchWorkspace(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'sqlite', { dbpath: largeDatabase(product.sourceFolder) })
  // The first request reads the schema from the data source; later ones use the cache.
  await product.get(`/api/data_sources/${source}/schema`)
  const text = Array.from(
    { length: LINES },
    (_, line) => `SELECT column_${line % COLUMNS} FROM table_${line} WHERE a = ${line};`,
  )
  const query = await product.post<{ id: number }>('/api/queries', {
    name: 'A long text',
    query: text.join('\n'),
    data_source_id: source,
    options: {},
  })
  const address = `${product.url}/queries/${query.id}/source`
  const browser = await chromium.launch(chromiumOptions)
  try {
    const state = await signedIn(browser, product)
    return [
      ...(await coldList(browser, state, product, 1)),
      ...(await coldList(browser, state, product, 4)),
      ...(await opening(browser, state, address, 1)),
      ...(await opening(browser, state, address, 4)),
      ...(await editing(browser, state, address, text.join('\n'), 1)),
      ...(await editing(browser, state, address, text.join('\n'), 4)),
    ]
  } finally {
    await browser.close()
  }
}

/** Creates a database file with a large schema. @returns its path */
function largeDatabase(folder: string): string {
  const path = join(folder, 'large.sqlite')
  const database = new DatabaseSync(path)
  const columns = Array.from({ length: COLUMNS }, (_, column) => `column_${column} integer`).join(', ')
  database.exec('begin')
  for (let table = 0; table < TABLES; table++) database.exec(`create table table_${table} (${columns})`)
  database.exec('commit')
  database.close()
  return path
}

type State = Awaited<ReturnType<typeof signedIn>>

async function signedIn(browser: Browser, { url, email, password }: Product) {
  const context = await browser.newContext()
  await context.request.post(`${url}/login`, { data: { email, password } })
  const state = await context.storageState()
  await context.close()
  return state
}

/** Measures the list of queries with a cold cache: the time until it accepts a key, and the bytes of scripts loaded. */
async function coldList(browser: Browser, storageState: State, { url }: Product, slowdown: number): Promise<Row[]> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await slowed(page, slowdown)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  const started = performance.now()
  await page.goto(`${url}/queries`)
  await page.getByRole('link', { name: 'A long text' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search...' }).press('a')
  const interactive = (performance.now() - started) / 1000
  const moves: number[] = []
  for (const name of ['Archived', 'My Queries', 'Favorites', 'All Queries']) {
    const link = page.getByRole('link', { name, exact: true })
    moves.push(await link.evaluate(clickToPaint))
  }
  await context.close()
  const place = placeOf(slowdown)
  const goal = (value: number) => (slowdown === 1 ? value : null)
  return [
    { name: `workspace: list of queries, cold${place}`, value: interactive, unit: 's', against: null, goal: goal(1.5) },
    { name: `workspace: from list to list${place}`, value: median(moves), unit: 'ms', against: null, goal: goal(100) },
    ...(slowdown === 1
      ? [{ name: 'workspace: scripts of the list', value: bytes / MB, unit: 'MB' as const, against: null, goal: 0.2 }]
      : []),
  ]
}

/** Measures the time until a large schema is shown. */
async function opening(browser: Browser, storageState: State, address: string, slowdown: number): Promise<Row[]> {
  const times: number[] = []
  for (let time = 0; time < OPENINGS; time++) {
    const page = await opened(browser, storageState, address, slowdown)
    times.push(await page.evaluate(schemaTime))
    await page.context().close()
  }
  return [
    {
      name: `workspace: schema of ${TABLES} tables, from the request until it stands${placeOf(slowdown)}`,
      value: median(times),
      unit: 'ms',
      against: null,
      goal: slowdown === 1 ? 400 : null,
    },
  ]
}

/**
 * Measures typing in a long text beside a large schema, as soon as a user could type. The goal applies to the page's own work
 * per key. The time until the key is painted also includes other browser threads, so a bare editor is measured in the same run.
 */
async function editing(browser: Browser, storageState: State, address: string, text: string, slowdown: number): Promise<Row[]> {
  const page = await opened(browser, storageState, address, slowdown)
  await page.waitForTimeout(REACHING_FOR_TEXT)
  const quick = await typing(page, { keys: KEYS, suggests: false })
  // A schema this large gives no suggestions while typing, so request them.
  const calm = await typing(page, { keys: 40, suggests: true })
  const room = await roomOf(page)
  await page.context().close()
  const barePage = await bareEditor(browser, text, room)
  await slowed(barePage, slowdown)
  await barePage.waitForTimeout(REACHING_FOR_TEXT)
  const bare = await typing(barePage, { keys: KEYS, suggests: false })
  await barePage.context().close()

  const place = placeOf(slowdown)
  const at95 = (values: readonly number[]) => percentile(values, 0.95)
  const against = (values: readonly number[]) => `${at95(values).toFixed(1)} ms in a bare editor`
  const row = (what: string, value: number, goal: number | null, against: string | null = null): Row => ({
    name: `workspace: ${what}, 95th percentile${place}`,
    value,
    unit: 'ms',
    against,
    goal: slowdown === 1 ? goal : null,
  })
  return [
    row(`work of the page for a key in a text of ${LINES} lines`, at95(quick.work), 16, against(bare.work)),
    row('the same until it is painted, with the browser around it', at95(quick.painted), null, against(bare.painted)),
    row('longest task of a key that opens suggestions', at95(calm.longest), 16),
  ]
}

/** Opens the page with a cold cache and waits until its schema is shown. */
async function opened(browser: Browser, storageState: State, address: string, slowdown: number): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await slowed(page, slowdown)
  await page.addInitScript(watchSchema)
  await page.goto(address)
  await page.getByRole('treeitem', { name: /^table_0/ }).waitFor()
  return page
}

/** Runs in the page: records when the first table is shown. */
const watchSchema = () => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=treeitem]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('schema stands'), 0))
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: milliseconds from the request for the schema until the frame that shows it is painted. */
const schemaTime = async () => {
  while (performance.getEntriesByName('schema stands').length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const stands = performance.getEntriesByName('schema stands')[0]?.startTime ?? Number.NaN
  const request = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/schema'))
  return stands - (request?.startTime ?? Number.NaN)
}

/** Runs in the page: milliseconds from a click on a sidebar link until the frame that shows it as current is painted. */
const clickToPaint = (link: Element) =>
  new Promise<number>((resolve) => {
    const started = performance.now()
    const present = `a[aria-current="page"][href="${link.getAttribute('href')}"]`
    const look = () => {
      if (document.querySelector(present) === null) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now() - started), 0)
    }
    if (link instanceof HTMLElement) link.click()
    requestAnimationFrame(look)
  })

const placeOf = (slowdown: number) => (slowdown === 1 ? '' : `, processor ${slowdown} times slower`)

async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
