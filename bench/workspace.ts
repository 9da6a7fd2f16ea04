import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { MB, median, type Row } from './measure.ts'
import type { Product } from './product.ts'

const TABLES = 10_000
const COLUMNS = 20
const LINES = 5_000
const KEYS = 120

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
  const browser = await chromium.launch(chromiumOptions)
  try {
    const state = await signedIn(browser, product)
    return [
      ...(await coldList(browser, state, product, 1)),
      ...(await coldList(browser, state, product, 4)),
      ...(await editing(browser, state, `${product.url}/queries/${query.id}/source`)),
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
  const place = slowdown === 1 ? '' : `, processor ${slowdown} times slower`
  const goal = (value: number) => (slowdown === 1 ? value : null)
  return [
    { name: `workspace: list of queries, cold${place}`, value: interactive, unit: 's', against: null, goal: goal(1.5) },
    { name: `workspace: from list to list${place}`, value: median(moves), unit: 'ms', against: null, goal: goal(100) },
    ...(slowdown === 1
      ? [{ name: 'workspace: scripts of the list', value: bytes / MB, unit: 'MB' as const, against: null, goal: 0.25 }]
      : []),
  ]
}

async function editing(browser: Browser, storageState: State, address: string): Promise<Row[]> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  let answered = 0
  await page.route('**/api/data_sources/*/schema*', async (route) => {
    await route.fulfill({ json: { schema } })
    answered = performance.now()
  })
  await page.goto(address)
  await page.getByRole('treeitem', { name: /^table_0/ }).waitFor()
  const shown = performance.now() - answered
  await page.getByRole('textbox', { name: 'Query text' }).click()
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    // From the key until the editor and the page have done all that they do about it.
    document.addEventListener('keydown', () => {
      const started = performance.now()
      queueMicrotask(() => setTimeout(() => durations.push(performance.now() - started), 0))
    })
  })
  for (let key = 0; key < KEYS; key++) await page.keyboard.press('abcdefghij '[key % 11] ?? 'x')
  const durations = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations)
  await context.close()
  const sorted = durations.toSorted((one, other) => one - other)
  return [
    {
      name: `workspace: schema of ${TABLES} tables, from the answer until it stands`,
      value: shown,
      unit: 'ms',
      against: null,
      goal: 500,
    },
    {
      name: `workspace: a key in a text of ${LINES} lines, 95th percentile`,
      value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      unit: 'ms',
      against: null,
      goal: 16,
    },
  ]
}

/** In the page: milliseconds from a click until the frame after it is painted. */
const clickToPaint = (link: Element) =>
  new Promise<number>((resolve) => {
    const started = performance.now()
    if (link instanceof HTMLElement) link.click()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started), 0))
  })

async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
