import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { MB, median, type Row } from './measure.ts'
import type { Product } from './product.ts'

const TABLES = 10_000
const COLUMNS = 20
const LINES = 5_000
const KEYS = 120
/** Times that the schema is opened. */
const OPENINGS = 5
/** Milliseconds between two frames of the screen. */
const FRAME = 1000 / 60

/** The pages of somebody who writes queries: the list when it is cold, the editor when everything in it is large. */
export async function benchWorkspace(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'sqlite', { dbpath: largeDatabase(product.dataDir) })
  // The data source is asked once; after that, the schema is kept.
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
      ...(await editing(browser, state, address, 1)),
      ...(await editing(browser, state, address, 4)),
    ]
  } finally {
    await browser.close()
  }
}

/** A database file with a schema that no editor should mind. @returns its path */
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

/** The list of queries in a browser that has never been here, until it takes a key, and how much came over the wire for it. */
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
      ? [{ name: 'workspace: scripts of the list', value: bytes / MB, unit: 'MB' as const, against: null, goal: 0.25 }]
      : []),
  ]
}

/** A long text beside a large schema: how soon the schema stands, and how soon a key is on the screen. */
async function editing(browser: Browser, storageState: State, address: string, slowdown: number): Promise<Row[]> {
  const openings: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    const page = await opened(browser, storageState, address, slowdown)
    openings.push(await page.evaluate(schemaTime))
    await page.context().close()
  }
  const page = await opened(browser, storageState, address, slowdown)
  const typed = await typing(page)
  await page.context().close()
  const goal = (value: number) => (slowdown === 1 ? value : null)
  const place = placeOf(slowdown)
  return [
    {
      name: `workspace: schema of ${TABLES} tables, from the request until it stands${place}`,
      value: median(openings),
      unit: 'ms',
      against: null,
      goal: goal(500),
    },
    {
      name: `workspace: a key in a text of ${LINES} lines until it is painted, 95th percentile${place}`,
      value: typed,
      unit: 'ms',
      against: null,
      goal: goal(16),
    },
  ]
}

/** The page in a browser that has kept nothing, once its schema stands. */
async function opened(browser: Browser, storageState: State, address: string, slowdown: number): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await slowed(page, slowdown)
  await page.addInitScript(watchSchema)
  await page.goto(address)
  await page.getByRole('treeitem', { name: /^table_0/ }).waitFor()
  return page
}

/** In the page: notes when the first table stands. */
const watchSchema = () => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=treeitem]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('schema stands'), 0))
  }).observe(document, { childList: true, subtree: true })
}

/** In the page: milliseconds from the request for the schema until the frame in which it stands is painted. */
const schemaTime = async () => {
  while (performance.getEntriesByName('schema stands').length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const stands = performance.getEntriesByName('schema stands')[0]?.startTime ?? Number.NaN
  const request = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/schema'))
  return stands - (request?.startTime ?? Number.NaN)
}

/** Types in the middle of the text. @returns milliseconds that the page takes for a key, 95th percentile */
async function typing(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Query text' }).click()
  const durations: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await page.evaluate(watchNextKey, FRAME)
    await page.keyboard.press('abcdefghij '[key % 11] ?? 'x')
    durations.push(await page.evaluate(() => (globalThis as unknown as Watched).painted))
  }
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

interface Watched {
  /** Milliseconds from when the browser has the key until the frame with it is painted, but for the wait for that frame. */
  painted: Promise<number>
}

/**
 * In the page: begins to wait for the next key. A call that only looks while the key comes in may look too late. Waiting for the
 * next frame of the screen is no work of the page; what it is late by then counts.
 */
const watchNextKey = (frameTime: number) => {
  const painted = new Promise<number>((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      let handled = Number.POSITIVE_INFINITY
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        handled = performance.now()
      }
      document.addEventListener('input', () => port2.postMessage(null), { once: true })
      requestAnimationFrame(() => {
        const wait = Math.min(frameTime, Math.max(0, performance.now() - handled))
        setTimeout(() => resolve(performance.now() - timeStamp - wait), 0)
      })
    }
    document.addEventListener('keydown', onKey, { once: true, capture: true })
  })
  Object.assign(globalThis, { painted })
}

/** In the page: milliseconds from a click on a link of the sidebar until the frame in which it is the present one is painted. */
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
