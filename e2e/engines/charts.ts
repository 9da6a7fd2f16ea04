import type { Workshop } from '../queries.ts'
import { role } from './targets.ts'

/**
 * Saves a query with a line chart named Curve.
 * @returns the path of the chart
 */
export async function makeChart(workshop: Workshop): Promise<string> {
  const query = await workshop.makeRunQuery({ name: 'Growth', query: 'SELECT i AS n, i * i AS squared FROM range(10) t(i)' })
  const options = { globalSeriesType: 'line', columnMapping: { n: 'x', squared: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Curve', options)
  return `/queries/${query.id}#${id}`
}

export const chart = role('img', /chart/)
