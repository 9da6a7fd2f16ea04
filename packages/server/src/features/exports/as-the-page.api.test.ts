import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildQuery } from '../../testing/builders.ts'
import { pdfOf } from '../../testing/dashboard-pdf.ts'

const here = useAnalyst()

describe('a file of a dashboard', () => {
  it('names dynamic dates with the dates that they stand for, as the HTML file does, and marks by the type of their column (OPEN-465, OPEN-469)', async () => {
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: "select '{{ period.start }}' as first, '{{ period.end }}' as last",
      name: 'Lately',
      options: { parameters: [{ name: 'period', title: 'Period', type: 'date-range', value: 'd_today' }] },
    })
    const own = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'Dynamic' })).body
    await here.ada.post('/api/widgets', {
      ...{ dashboard_id: own.id, visualization_id: query.visualizations[0]?.id },
      options: { parameterMappings: { period: { name: 'period', type: 'dashboard-level', mapTo: 'period' } } },
    })
    const path = `/api/dashboards/${own.slug}/html`
    expect((await here.ada.post<string>(path)).body).toMatch(/<li>Period: Today \(\d{4}-\d\d-\d\d\)<\/li>/)
    const mark = (column: string, type: string) => ({ widget_id: 1, column, type, value: '2026-01-31T00:00:00' })
    const chosen = {
      parameters: { period: 'd_last_year' },
      marks: [mark('day', 'datetime'), mark('release::filter', 'string')],
    }
    const { body } = await here.ada.post<string>(path, chosen)
    expect(body).toMatch(/<li>Period: Last year \(\d{4}-01-01 – \d{4}-12-31\)<\/li>/)
    expect(body).toContain('<li>Day: 2026-01-31 00:00</li>')
    expect(body).toContain('<li>Release: 2026-01-31T00:00:00</li>')
    const [page] = (await pdfOf(here.ada, `/api/dashboards/${own.slug}/pdf`, chosen)).pages
    expect(page?.replace(/\s+/g, ' ')).toMatch(/Period: Last year \(\d{4}-01-01 – \d{4}-12-31\)/)
  })

  it('has widgets that a client has stored beyond the grid inside of it and apart, as the page does (OPEN-468)', async () => {
    const own = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'Beyond' })).body
    const put = (text: string, position: object) =>
      here.ada.post('/api/widgets', { dashboard_id: own.id, visualization_id: null, text, options: { position } })
    await put('Left', { col: 0, row: 0, sizeX: 3, sizeY: 3 })
    await put('Right', { col: 3, row: 0, sizeX: 3, sizeY: 3 })
    await put('Beyond', { col: 20, row: 0, sizeX: 6, sizeY: 3 })
    await put('Below', { col: 3, row: 3, sizeX: 3, sizeY: 3 })
    const { body } = await here.ada.post<string>(`/api/dashboards/${own.slug}/html`)
    const places = [...body.matchAll(/style="grid-column:([^;]*);grid-row:([^"]*)".*?<p>(\w+)<\/p>/g)].map((found) =>
      found.slice(1),
    )
    expect(places).toEqual([
      ['1 / span 3', '1 / 2', 'Left'],
      ['4 / span 3', '1 / 2', 'Right'],
      ['4 / span 3', '2 / 3', 'Beyond'],
      ['4 / span 3', '3 / 4', 'Below'],
    ])
  })

  it('has the text of the organization for missing values, and sorts dates and the values of charts by what they stand for (OPEN-488, OPEN-491)', async () => {
    const settings = { date_format: 'DD.MM.YYYY', thousands_separator: '.', decimal_separator: ',', null_value: 'k. A.' }
    expect((await here.server.admin.post('/api/settings/organization', settings)).status).toBe(200)
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: "select * from (values ('2026-01-31'::date, 1200), ('2026-02-01'::date, null)) as t(day, sold)",
      name: 'Gaps',
    })
    const options = { globalSeriesType: 'column', columnMapping: { day: 'x', sold: 'y' } }
    const chart = { query_id: query.id, type: 'CHART', name: 'Bars', options }
    const { id } = (await here.ada.post<{ id: number }>('/api/visualizations', chart)).body
    const own = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'Gaps' })).body
    for (const visualization_id of [query.visualizations[0]?.id, id])
      await here.ada.post('/api/widgets', { dashboard_id: own.id, visualization_id, options: {} })
    const { body } = await here.ada.post<string>(`/api/dashboards/${own.slug}/html`)
    expect(body).toContain('>k. A.</td>')
    expect(body).toMatch(
      new RegExp(`data-n="${Date.UTC(2026, 0, 31)}"[^>]*>31.01.2026</td><td class="right short" data-n="1200">1.200<`),
    )
    expect(body).toMatch(/<details>.*data-n="1200">1\.200<\/td>/s)
    const [page] = (await pdfOf(here.ada, `/api/dashboards/${own.slug}/pdf`)).pages
    expect(page).toContain('k. A.')
  })
})
