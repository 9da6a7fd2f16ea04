import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import type { Workshop } from './queries.ts'

/** A parameter with two regions. */
export const REGION = { name: 'region', title: 'Region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }

/**
 * Makes a query with 30 days of flights of a region, and a chart of them.
 * @param filter kind of the filter that its column `kind` declares
 */
export async function makeFlights(
  { makeQuery, makeVisualization }: Workshop,
  filter: 'filter' | 'multi-filter',
): Promise<{ query: Query; chart: Visualization }> {
  const query = await makeQuery({
    name: 'Flights by region',
    query: `SELECT '{{region}}' AS "kind::${filter}", i AS day, 40 + (i * 7919) % 61 AS flights FROM range(30) t(i)`,
    options: { parameters: [REGION] },
  })
  const chart = await makeVisualization(query, 'CHART', 'Flights per day', {
    globalSeriesType: 'column',
    columnMapping: { day: 'x', flights: 'y' },
  })
  return { query, chart }
}
