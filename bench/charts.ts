import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { MB, median, type Row } from './measure.ts'
import { cookiesOf, makeVisualization, opening } from './open-visualization.ts'
import type { Product } from './product.ts'

const ROUNDS = 3
const CHARTS = 30
const line = { type: 'CHART', options: { globalSeriesType: 'line', columnMapping: { at: 'x', value: 'y' } } }
const series = (rows: number) =>
  `SELECT TIMESTAMP '2024-01-01' + to_seconds(i * 30) AS at, sin(i / ${rows / 40}) * 100 + random() * 8 AS value FROM range(${rows}) t(i)`

/** Measures lines of many points, many charts on a page, and how much chart code a page without charts loads. */
export async function benchCharts(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookiesOf(product))
    const unneeded = await chartCode(context, `${product.url}/queries`)
    const ofRows = async (rows: number) =>
      opening(
        product,
        context,
        await makeVisualization(product, source, series(rows), line),
        '/columns',
        '[role=img][data-drawn]',
      )
    const hundred = await ofRows(100_000)
    const million = await ofRows(1_000_000)
    const many = await openingMany(context, await addressOfMany(product, source))
    return [
      row('chart: a line of 100,000 points, from its data to the drawing', hundred.render, 'ms', 300),
      row('chart: a line of 1,000,000 rows, thinned, from the question to the drawing', million.whole / 1000, 's', 1),
      row(`chart: ${CHARTS} of them on a dashboard, from its answer to the last drawing`, many / 1000, 's', 1.5),
      row('chart: code that draws charts, in the first load of the list of queries', unneeded / MB, 'MB', 0),
    ]
  } finally {
    await browser.close()
  }
}

const row = (name: string, value: number, unit: Row['unit'], goal: number): Row => ({ name, value, unit, against: null, goal })

/** Bytes of the loaded scripts that contain ECharts, recognized by the "[ECharts]" prefix of its warnings. */
async function chartCode(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bytes = await page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()))
    if (texts.length === 0) throw new Error('The page has loaded no scripts.')
    return texts.filter((text) => text.includes('[ECharts]')).reduce((sum, text) => sum + text.length, 0)
  })
  await page.close()
  return bytes
}

async function addressOfMany(product: Product, source: number): Promise<string> {
  const board = await product.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Thirty charts' })
  for (let index = 0; index < CHARTS; index++) {
    const { visualizationId } = await makeVisualization(product, source, series(365 + index), line)
    const position = { col: index % 6, row: Math.floor(index / 6) * 5, sizeX: 1, sizeY: 5, autoHeight: false }
    await product.post('/api/widgets', { dashboard_id: board.id, visualization_id: visualizationId, options: { position } })
  }
  return `${product.url}/dashboard/${board.slug}`
}

async function openingMany(context: BrowserContext, address: string): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage()
    await page.goto(address)
    const time = await page.waitForFunction((count) => {
      if (document.querySelectorAll('[role=img][data-drawn]').length < count) return null
      const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/dashboards/'))
      return answer instanceof PerformanceResourceTiming ? performance.now() - answer.responseEnd : null
    }, CHARTS)
    rounds.push((await time.jsonValue()) ?? Number.NaN)
    await page.close()
  }
  return median(rounds)
}
