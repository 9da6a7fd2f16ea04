import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { placesInChart, sharedPlaces } from '@sightline/domain/dashboards/shared-colors.ts'
import { expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildQuery } from '../../testing/builders.ts'

const here = useAnalyst()

const COLORS = ['#010101', '#020202', '#030303', '#040404', '#050505', '#060606', '#070707', '#080808']
const CITIES = ['Atlanta', 'Boston', 'Chicago', 'Dallas', 'Oslo']

it('gives a value the color that it has on the page, in all charts of a file and with any filter (OPEN-257)', async () => {
  expect(await here.server.admin.post('/api/settings/organization', { chart_colors: COLORS })).toMatchObject({ status: 200 })
  const board = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'Cities' })).body
  const place = async (query: string, name: string) => {
    const { id } = await buildQuery(here.ada, { data_source_id: here.source, query, name })
    const options = { globalSeriesType: 'column', columnMapping: { month: 'x', 'city::multi-filter': 'series', n: 'y' } }
    const chart = (await here.ada.post<Visualization>('/api/visualizations', { query_id: id, type: 'CHART', name, options }))
      .body
    return (
      await here.ada.post<{ id: number }>('/api/widgets', { dashboard_id: board.id, visualization_id: chart.id, options: {} })
    ).body
  }
  const rows = CITIES.map((city) => `('${city}')`).join()
  const all = await place(`select 'Jan' as month, c as "city::multi-filter", 1 as n from (values ${rows}) as t(c)`, 'All')
  await place(`select 'Jan' as month, 'Chicago' as "city::multi-filter", 1 as n`, 'One')

  const fileOf = async (filters: object[] = []) => {
    const { body } = await here.ada.post<string>(`/api/dashboards/${board.slug}/html`, { filters })
    const charts = body.match(/<svg class="light".*?<\/svg>/gs) ?? []
    return charts.map((svg) => COLORS.filter((color) => svg.includes(color)))
  }
  const shared = sharedPlaces({ size: COLORS.length, charts: [CITIES, ['Chicago']], later: [] })
  const colorOf = (city: string) => COLORS[placesInChart([city], COLORS.length, shared).get(city) ?? -1]
  const chicago = colorOf('Chicago')
  // The first color of the palette would prove nothing.
  expect(chicago).not.toBe(COLORS[0])
  expect(await fileOf()).toEqual([CITIES.map(colorOf).toSorted(), [chicago]])
  const filters = [{ column: 'city::multi-filter', values: ['Dallas', 'Chicago'], widget_id: all.id }]
  expect(await fileOf(filters)).toEqual([[chicago, colorOf('Dallas')].toSorted(), [chicago]])
})
