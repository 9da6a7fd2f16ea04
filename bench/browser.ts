import { chromium } from '@playwright/test'
import { chromiumOptions } from '../e2e/browser.ts'
import { addDataSource, runQuery } from './executions.ts'
import { MB, type Row } from './measure.ts'
import type { Product } from './product.ts'

/** Used to read the size of the heap. */
const MEMORY_FLAGS = ['--js-flags=--expose-gc', '--enable-precise-memory-info']
const TEXT =
  "SELECT i AS id, i * 7919 AS big, random() AS ratio, 'name ' || (i % 1000) AS name, TIMESTAMP '2024-01-01' + to_seconds(i) AS at FROM range(1000000) t(i)"

/** Measures a result of a million rows in the browser: opening, scrolling to the end, sorting, and the heap size. */
export async function benchBrowser(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const { window } = await runQuery(product, source, TEXT)
  const query = await product.post<{ id: number }>('/api/queries', {
    name: 'A million rows',
    query: TEXT,
    data_source_id: source,
    latest_query_data_id: window.result.id,
    options: {},
  })

  const browser = await chromium.launch({ ...chromiumOptions, args: [...(chromiumOptions.args ?? []), ...MEMORY_FLAGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${product.url}/login`)
    await page.getByLabel('Email').fill(product.email)
    await page.getByLabel('Password', { exact: true }).fill(product.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))

    // From the response with the result until its first rows are visible.
    let answered = 0
    page.on('response', (response) => {
      if (/\/api\/queries\/\d+$/.test(new URL(response.url()).pathname)) answered = performance.now()
    })
    await page.goto(`${product.url}/queries/${query.id}`)
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell', { name: 'name 0' }).first().waitFor()
    const opened = performance.now() - answered

    await page.evaluate(() => {
      const longest = { ms: 0 }
      Object.assign(globalThis, { longest })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longest.ms = Math.max(longest.ms, entry.duration)
      }).observe({ entryTypes: ['longtask'] })
    })
    await page.evaluate(async () => {
      const scroller = document.querySelector('[data-table-scroller]')
      if (scroller === null) throw new Error('There is no table.')
      const steps = 200
      for (let step = 0; step <= steps; step++) {
        scroller.scrollTop = (scroller.scrollHeight * step) / steps
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    })
    await grid.getByRole('gridcell', { name: '999999' }).first().waitFor()
    const longestTask = await page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms)

    const sortStarted = performance.now()
    await page.getByRole('columnheader', { name: /ratio/ }).click()
    await page.waitForFunction(
      () =>
        document.querySelector('[role=columnheader][aria-sort=ascending]') !== null &&
        document.querySelector('[data-table-scroller] [aria-busy=true]') === null,
    )
    const sorted = performance.now() - sortStarted

    const heap = await page.evaluate(() => {
      const { gc, performance: timing } = globalThis as unknown as {
        gc?: () => void
        performance: { memory: { usedJSHeapSize: number } }
      }
      gc?.()
      return timing.memory.usedJSHeapSize
    })
    return [
      {
        name: 'browser: 1,000,000 rows, from the answer to the first rows on screen',
        value: opened / 1000,
        unit: 's',
        against: null,
        goal: 1,
      },
      {
        name: 'browser: longest task while scrolling from end to end',
        value: longestTask,
        unit: 'ms',
        against: null,
        goal: 100,
      },
      { name: 'browser: sort by a float, until the rows stand', value: sorted, unit: 'ms', against: null, goal: 500 },
      { name: 'browser: heap of the page afterwards', value: heap / MB, unit: 'MB', against: null, goal: 150 },
    ]
  } finally {
    await browser.close()
  }
}
