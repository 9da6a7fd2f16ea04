import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import { median, type Row } from './measure.ts'
import type { Product } from './product.ts'

const ROUNDS = 5

const million = `SELECT 'carrier ' || i % 40 AS carrier, 'hub ' || i % 12 AS hub, random() * 100 AS delay FROM range(1000000) t(i)`
const words = `SELECT 'word' || i AS word, 4000 // (i + 1) + 1 AS times FROM range(2000) t(i)`

/** A pivot table of a million rows and a cloud of two thousand words, from the question for their groups to the drawing. */
export async function benchDrawings(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookiesOf(product))
    const pivot = { rows: ['carrier'], cols: ['hub'], vals: ['delay'], aggregatorName: 'Average' }
    const pivotAddress = await addressOf(product, source, million, 'PIVOT', pivot)
    const cloudAddress = await addressOf(product, source, words, 'WORD_CLOUD', { column: 'word', frequenciesColumn: 'times' })
    return [
      row('pivot table of 1,000,000 rows', await opening(context, pivotAddress, 'tfoot td'), 1.5),
      row('word cloud of 2,000 words', await opening(context, cloudAddress, '[role=img][aria-label*="Word cloud"] text'), 1),
    ]
  } finally {
    await browser.close()
  }
}

const row = (name: string, milliseconds: number, goal: number): Row => ({
  name: `${name}, from the question to the drawing`,
  value: milliseconds / 1000,
  unit: 's',
  against: null,
  goal,
})

const cookiesOf = ({ headers, url }: Product) =>
  (headers.cookie ?? '').split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/)
    return { name, value, url }
  })

async function addressOf(
  product: Product,
  data_source_id: number,
  query: string,
  type: string,
  options: Record<string, unknown>,
): Promise<string> {
  const { id } = await product.post<{ id: number }>('/api/queries', { name: type, query, data_source_id })
  const { job } = await product.post<{ job: { status: number } }>(`/api/queries/${id}/results`, { max_age: 0, wait: 30_000 })
  if (job.status !== 3) throw new Error('The query gave no result.')
  const drawn = await product.post<{ id: number }>('/api/visualizations', { query_id: id, type, name: type, options })
  return `${product.url}/queries/${id}#${drawn.id}`
}

/** Milliseconds, in the median, from the question for groups until an element of the drawing is painted. */
async function opening(context: BrowserContext, address: string, element: string): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage()
    await page.goto(address)
    const time = await page.waitForFunction((selector) => {
      if (document.querySelector(selector) === null) return null
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/groups'))
      return asked ? performance.now() - asked.startTime : null
    }, element)
    rounds.push((await time.jsonValue()) ?? 0)
    await page.close()
  }
  return median(rounds)
}
