import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { median, type Row } from './measure.ts'
import type { Product } from './product.ts'

const ROUNDS = 5
const series = (rows: number) =>
  `SELECT TIMESTAMP '2024-01-01' + to_seconds(i * 30) AS at, sin(i / ${rows / 40}) * 100 + random() * 8 AS value FROM range(${rows}) t(i)`

/** A line of many points: from the answer with its columns until it stands on the screen. */
export async function benchCharts(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(
      (product.headers.cookie ?? '').split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/)
        return { name, value, url: product.url }
      }),
    )
    const hundred = await drawing(context, await chartAddress(product, source, 100_000))
    const million = await drawing(context, await chartAddress(product, source, 1_000_000))
    return [
      row('chart: a line of 100,000 points, from its data to the drawing', hundred.drawn, 'ms', 300),
      row('chart: a line of 1,000,000 rows, thinned, from the question to the drawing', million.whole / 1000, 's', 1),
    ]
  } finally {
    await browser.close()
  }
}

const row = (name: string, value: number, unit: Row['unit'], goal: number): Row => ({ name, value, unit, against: null, goal })

async function chartAddress(product: Product, data_source_id: number, rows: number): Promise<string> {
  const body = { name: `A line of ${rows}`, query: series(rows), data_source_id }
  const { id } = await product.post<{ id: number }>('/api/queries', body)
  const { job } = await product.post<{ job: { status: number } }>(`/api/queries/${id}/results`, { max_age: 0, wait: 30_000 })
  if (job.status !== 3) throw new Error('The query gave no result.')
  const options = { globalSeriesType: 'line', columnMapping: { at: 'x', value: 'y' } }
  const chart = await product.post<{ id: number }>('/api/visualizations', {
    query_id: id,
    type: 'CHART',
    name: 'Line',
    options,
  })
  return `${product.url}/queries/${id}#${chart.id}`
}

/** Medians of opening a chart, in milliseconds: from the end of the answer with its columns, and from when they were asked for. */
async function drawing(context: BrowserContext, address: string): Promise<{ drawn: number; whole: number }> {
  const rounds: { drawn: number; whole: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage()
    await page.goto(address)
    const times = await page.waitForFunction(() => {
      if (document.querySelector('[role=img] [data-drawn], [role=img][data-drawn]') === null) return null
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/columns'))
      const now = performance.now()
      return asked instanceof PerformanceResourceTiming
        ? { drawn: now - asked.responseEnd, whole: now - asked.startTime }
        : null
    })
    const time = await times.jsonValue()
    if (time !== null) rounds.push(time)
    await page.close()
  }
  return { drawn: median(rounds.map(({ drawn }) => drawn)), whole: median(rounds.map(({ whole }) => whole)) }
}
