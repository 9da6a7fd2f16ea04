import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { MB, median, type Row } from './measure.ts'
import type { Product } from './product.ts'

const TABLES = 10_000
const COLUMNS = 20
const LINES = 5_000
const KEYS = 120
/** Frames as soon as there is something to paint: waiting for the next sixtieth of a second is no work of the product. */
const FRAME_FLAGS = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** A schema that no editor should mind. */
const schema = Array.from({ length: TABLES }, (_, table) => ({
  name: `table_${table}`,
  columns: Array.from({ length: COLUMNS }, (_, column) => ({ name: `column_${column}`, type: 'integer' })),
}))

/** The pages of somebody who writes queries: the list when it is cold, the editor when everything in it is large. */
export async function benchWorkspace(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
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
  const browser = await chromium.launch({ ...chromiumOptions, args: [...(chromiumOptions.args ?? []), ...FRAME_FLAGS] })
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
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  let answered = 0
  await page.route('**/api/data_sources/*/schema*', async (route) => {
    await route.fulfill({ json: { schema } })
    answered = performance.now()
  })
  await slowed(page, slowdown)
  await page.goto(address)
  await page.getByRole('treeitem', { name: /^table_0/ }).waitFor()
  const shown = performance.now() - answered
  const typed = await typing(page)
  await context.close()
  const goal = (value: number) => (slowdown === 1 ? value : null)
  const place = placeOf(slowdown)
  return [
    {
      name: `workspace: schema of ${TABLES} tables, from the answer until it stands${place}`,
      value: shown,
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

/** Types in the middle of the text. @returns milliseconds from a key to the end of the frame that shows it, 95th percentile */
async function typing(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Query text' }).click()
  const durations: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await page.evaluate(watchNextKey)
    await page.keyboard.press('abcdefghij '[key % 11] ?? 'x')
    durations.push(await page.evaluate(() => (globalThis as unknown as Watched).painted))
  }
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

interface Watched {
  /** Milliseconds from when the browser has the key until the frame after it is painted. */
  painted: Promise<number>
}

/** In the page: begins to wait for the next key. A call that only looks while the key comes in may look too late. */
const watchNextKey = () => {
  const painted = new Promise<number>((resolve) => {
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp), 0)),
      { once: true, capture: true },
    )
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
