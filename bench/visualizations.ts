import { chromium } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource } from './executions.ts'
import type { Row } from './measure.ts'
import { cookiesOf, makeVisualization, opening } from './open-visualization.ts'
import type { Product } from './product.ts'

const million = `SELECT 'carrier ' || i % 40 AS carrier, 'hub ' || i % 12 AS hub, random() * 100 AS delay FROM range(1000000) t(i)`
const words = `SELECT 'word' || i AS word, 4000 // (i + 1) + 1 AS times FROM range(2000) t(i)`

/** Measures a pivot table, a pie and box plots of a million rows and a cloud of two thousand words, from request to chart. */
export async function benchVisualizations(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookiesOf(product))
    const measured = async (query: string, type: string, options: Record<string, unknown>, element: string) => {
      const visualization = await makeVisualization(product, source, query, { type, options })
      return (await opening(product, context, visualization, '/groups', element)).whole
    }
    const pivot = { rows: ['carrier'], cols: ['hub'], vals: ['delay'], aggregatorName: 'Average' }
    const chart = { columnMapping: { carrier: 'x', delay: 'y' } }
    const cloud = { column: 'word', frequenciesColumn: 'times' }
    return [
      row('pivot table of 1,000,000 rows', await measured(million, 'PIVOT', pivot, 'tfoot td'), 1.5),
      row('pie of 1,000,000 rows', await measured(million, 'CHART', { ...chart, globalSeriesType: 'pie' }, CHART), 1.5),
      row('boxes of 1,000,000 rows', await measured(million, 'CHART', { ...chart, globalSeriesType: 'box' }, CHART), 1.5),
      row('word cloud of 2,000 words', await measured(words, 'WORD_CLOUD', cloud, '[aria-label*="Word cloud"] text'), 1),
    ]
  } finally {
    await browser.close()
  }
}

const CHART = '[role=img][data-drawn]'

const row = (name: string, milliseconds: number, goal: number): Row => ({
  name: `${name}, from the question to the drawing`,
  value: milliseconds / 1000,
  unit: 's',
  against: null,
  goal,
})
