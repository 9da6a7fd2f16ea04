import type { BrowserContext } from '@playwright/test'
import { median } from './measure.ts'
import type { Product } from './product.ts'

const ROUNDS = 5

/** Cookies of the signed-in user, as Playwright takes them. */
export const cookiesOf = ({ headers, url }: Product) =>
  (headers.cookie ?? '').split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/)
    return { name, value, url }
  })

/** A query and its visualization. */
export interface VisualizationIds {
  queryId: number
  visualizationId: number
}

/** Creates a query, runs it, and adds a visualization. */
export async function makeVisualization(
  product: Product,
  data_source_id: number,
  query: string,
  visualization: { type: string; options: Record<string, unknown> },
): Promise<VisualizationIds> {
  const { id } = await product.post<{ id: number }>('/api/queries', { name: visualization.type, query, data_source_id })
  await run(product, id)
  const body = { query_id: id, type: visualization.type, name: visualization.type, options: visualization.options }
  return { queryId: id, visualizationId: (await product.post<{ id: number }>('/api/visualizations', body)).id }
}

async function run(product: Product, queryId: number): Promise<void> {
  const { job } = await product.post<{ job: { status: number } }>(`/api/queries/${queryId}/results`, {
    max_age: 0,
    wait: 30_000,
  })
  if (job.status !== 3) throw new Error('The query gave no result.')
}

/**
 * Medians of opening a visualization, in milliseconds: until an element of it appears on the page, from the end of the response
 * with its data (`render`) and from the start of that request (`whole`). Each round uses a new result to avoid caches.
 * @param asked a part of the URL of the data
 * @param element selector of an element that exists once the visualization is drawn
 */
export async function opening(
  product: Product,
  context: BrowserContext,
  { queryId, visualizationId }: VisualizationIds,
  asked: string,
  element: string,
): Promise<{ render: number; whole: number }> {
  const rounds: { render: number; whole: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) await run(product, queryId)
    const page = await context.newPage()
    await page.goto(`${product.url}/queries/${queryId}#${visualizationId}`)
    const times = await page.waitForFunction(
      ([part, selector]) => {
        if (document.querySelector(selector) === null) return null
        const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes(part))
        const now = performance.now()
        return answer instanceof PerformanceResourceTiming
          ? { render: now - answer.responseEnd, whole: now - answer.startTime }
          : null
      },
      [asked, element] as const,
    )
    const time = await times.jsonValue()
    if (time !== null) rounds.push(time)
    await page.close()
  }
  return { render: median(rounds.map(({ render }) => render)), whole: median(rounds.map(({ whole }) => whole)) }
}
