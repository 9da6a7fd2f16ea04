import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { median, type Row, time } from './measure.ts'
import type { Product } from './product.ts'

const WIDGETS = 30
/** Rows of each result. */
const ROWS = 180
/** Number of charts, which come first and are one column wide; the other widgets are tables, two columns wide. */
const CHARTS = 24
const ROUNDS = 7
/** Number of changes, each followed by one viewer. */
const CHANGES = 20
const VIEWERS = 200
/** Number of consecutive crowds. The first one meets a cold server and is reported separately; the server is warm after a few. */
const CROWDS = 8

interface Board {
  slug: string
  queryIds: number[]
}

/** Measures a dashboard of thirty widgets: opening it, dragging a widget, and two hundred viewers at once. */
export async function benchDashboards(product: Product): Promise<Row[]> {
  const board = await fill(product)
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, product)
    const opened = await opening(context, `${product.url}/dashboard/${board.slug}`)
    const longest = await dragging(context, `${product.url}/dashboard/${board.slug}?edit=true`)
    const changed = await afterChanges(product, board)
    const [first, ...crowds] = await crowdsOf(product, board)
    return [
      row('dashboard: 30 widgets, from the address to the first widget', opened.first, 'ms', 450),
      row('dashboard: until all of them stand', opened.all / 1000, 's', 1.5),
      row('dashboard: calls before the first data', opened.calls, 'x', 6),
      row('dashboard: longest task while a widget is dragged', longest, 'ms', 50),
      row('dashboard: stored results of 30 widgets after a change of the database', changed, 'ms', 20),
      row('dashboard: 200 viewers at once, 95th percentile of a call', median(crowds.map(({ p95 }) => p95)), 'ms', 300),
      row('dashboard: the same, the first crowd after the start', first?.p95 ?? Number.NaN, 'ms', null),
      row(
        'dashboard: executions that they repeated',
        crowds.reduce((sum, { repeated }) => sum + repeated, first?.repeated ?? 0),
        'x',
        0,
      ),
    ]
  } finally {
    await browser.close()
  }
}

const row = (name: string, value: number, unit: Row['unit'], goal: number | null): Row => ({
  name,
  value,
  unit,
  against: null,
  goal,
})

async function fill(product: Product): Promise<Board> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const board = await product.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Thirty widgets' })
  const queryIds: number[] = []
  for (let index = 0; index < WIDGETS; index++) {
    const sql = `SELECT i AS day, sin(i / ${index + 2}) * 100 AS value, i * ${index + 1} AS total FROM range(${ROWS}) t(i)`
    const query = await product.post<{ id: number; visualizations: { id: number }[] }>('/api/queries', {
      name: `Query ${index}`,
      query: sql,
      data_source_id: source,
    })
    queryIds.push(query.id)
    const { job } = await product.post<{ job: { status: number } }>(`/api/queries/${query.id}/results`, {
      max_age: 0,
      wait: 30_000,
    })
    if (job.status !== 3) throw new Error(`Query ${index} gave no result.`)
    await product.post('/api/widgets', {
      dashboard_id: board.id,
      visualization_id: index < CHARTS ? await chartOf(product, query.id, index) : query.visualizations[0]?.id,
      options: { position: { ...placeOf(index), autoHeight: false } },
    })
  }
  return { slug: board.slug, queryIds }
}

async function chartOf(product: Product, query_id: number, index: number): Promise<number> {
  const options = { globalSeriesType: index % 2 === 0 ? 'line' : 'column', columnMapping: { day: 'x', value: 'y' } }
  const body = { query_id, type: 'CHART', name: `Chart ${index}`, options }
  return (await product.post<{ id: number }>('/api/visualizations', body)).id
}

/** Grid position of a widget; all of them are in or near the viewport. */
function placeOf(index: number) {
  const isChart = index < CHARTS
  const [at, perRow, sizeX] = isChart ? [index, 6, 1] : [index - CHARTS, 3, 2]
  const row = (isChart ? 0 : CHARTS / 6) + Math.floor(at / perRow)
  return { col: (at % perRow) * sizeX, row: row * 5, sizeX, sizeY: 5 }
}

async function signIn(context: BrowserContext, product: Product): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email').fill(product.email)
  await page.getByLabel('Password', { exact: true }).fill(product.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.close()
}

/** Runs in the page: records when the first widget and when all widgets show data. */
function notePaints(count: number): void {
  const noted = { first: 0, all: 0 }
  Object.assign(globalThis, { noted })
  const look = () => {
    const drawn = [...document.querySelectorAll('[data-grid-item]')].filter((item) =>
      item.querySelector('canvas, [role=gridcell]'),
    )
    if (drawn.length > 0 && noted.first === 0) noted.first = performance.now()
    if (drawn.length < count) return requestAnimationFrame(look)
    noted.all = performance.now()
    console.debug('All widgets are drawn.')
  }
  requestAnimationFrame(look)
}

/**
 * Opens the dashboard and waits until all widgets show data. The page says so itself: Playwright's own ways to wait run its large
 * script in the page while that loads.
 */
async function openDashboard(page: Page, address: string): Promise<void> {
  await page.addInitScript(notePaints, WIDGETS)
  const drawn = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'All widgets are drawn.',
    timeout: 120_000,
  })
  await Promise.all([page.goto(address), drawn])
}

async function opening(context: BrowserContext, address: string) {
  const rounds: { first: number; all: number; calls: number }[] = []
  // The first round only fills the browser cache.
  for (let round = 0; round <= ROUNDS; round++) {
    const page = await context.newPage()
    await openDashboard(page, address)
    const noted = await page.evaluate(() => (globalThis as unknown as { noted: { first: number; all: number } }).noted)
    if (round > 0) rounds.push({ ...noted, calls: await callsBeforeData(page) })
    await page.close()
  }
  return {
    first: median(rounds.map(({ first }) => first)),
    all: median(rounds.map(({ all }) => all)),
    calls: Math.max(...rounds.map(({ calls }) => calls)),
  }
}

/**
 * API calls sent before the first response with rows arrived. Calls sent later are not counted because their number depends
 * on how long the page takes to draw.
 */
const callsBeforeData = (page: Page) =>
  page.evaluate(() => {
    const calls = performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
      .filter(({ name }) => new URL(name).pathname.includes('/api/'))
    const answers = calls.filter(({ name }) => /\/(results|first_results|stored|columns|window)$/.test(new URL(name).pathname))
    const firstData = Math.min(...answers.map(({ responseEnd }) => responseEnd))
    return calls.filter(({ startTime }) => startTime < firstData).length
  })

/** @returns milliseconds of the longest task */
async function dragging(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await openDashboard(page, address)
  // Work left over from opening must not count as dragging.
  await page.waitForTimeout(2000)
  await page.evaluate(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest.ms = Math.max(longest.ms, entry.duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  await drag(page)
  const longest = await page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms)
  await page.close()
  return longest
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-grid-item]').first().boundingBox()
  if (box === null) throw new Error('There is no widget.')
  await page.mouse.move(box.x + 60, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 900, box.y + 400, { steps: 60 })
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 60 })
  await page.mouse.up()
}

/** @returns the median milliseconds of a call that finds nothing cached, because something in the database has changed */
async function afterChanges(product: Product, { slug }: Board): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < CHANGES; count++) {
    await product.post('/api/dashboards', { name: `Change ${count}` })
    times.push(await time(() => product.get(`/api/dashboards/${slug}/first_results`)))
  }
  return median(times)
}

async function crowdsOf(product: Product, board: Board): Promise<Crowd[]> {
  const crowds: Crowd[] = []
  for (let count = 0; count < CROWDS; count++) crowds.push(await viewers(product, board))
  return crowds
}

interface Crowd {
  p95: number
  repeated: number
}

/** Each viewer sends the requests of the page: the dashboard and the stored results of its widgets. */
async function viewers(product: Product, { slug, queryIds }: Board): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const ask = async (path: string) => {
    const started = performance.now()
    const answer = await get(agent, product, path)
    times.push(performance.now() - started)
    return answer
  }
  const before = await latestResults(product, queryIds)
  const answers = await Promise.all(
    Array.from({ length: VIEWERS }, async () => {
      await ask(`/api/dashboards/${slug}`)
      return ask(`/api/dashboards/${slug}/first_results`)
    }),
  )
  const [first] = answers
  for (const answer of answers.filter((each) => each === first || first?.equals(each) === false)) {
    const { windows } = JSON.parse(zstdDecompressSync(answer).toString()) as { windows: ({ rows: unknown[] } | null)[] }
    if (windows.some((window) => window?.rows.length !== ROWS)) throw new Error('A viewer did not get the rows of all widgets.')
  }
  agent.destroy()
  const after = await latestResults(product, queryIds)
  times.sort((one, other) => one - other)
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
  return { p95, repeated: after.filter((id, index) => id !== before[index]).length }
}

const latestResults = (product: Product, ids: readonly number[]) =>
  Promise.all(
    ids.map(async (id) => (await product.get<{ latest_query_data_id: number }>(`/api/queries/${id}`)).latest_query_data_id),
  )

/**
 * Asks as browsers do, whose responses are compressed.
 * @returns the body as it was sent: on the machine of the server, 200 viewers would take as long to read it as the server
 */
function get(agent: Agent, { url, headers }: Product, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' } })
    sent.once('response', (response) => {
      const { statusCode, headers: about } = response
      if (statusCode !== 200 || about['content-encoding'] !== 'zstd')
        reject(new Error(`GET ${path} answered ${statusCode} in the encoding ${about['content-encoding']}.`))
      buffer(response).then(resolve, reject)
    })
    sent.once('error', reject)
    sent.end()
  })
}
