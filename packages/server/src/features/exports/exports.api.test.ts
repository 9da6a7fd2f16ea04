import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { pdfOf } from '../../testing/dashboard-pdf.ts'

const here = useAnalyst()

const SALES = `select * from (values ('2026-01-01'::date, 7000, 'Zürich'), ('2026-02-01'::date, 9, 'Łódź'), ('2026-03-01'::date, 12, '서울'))
  as t(day, sold, "shop::filter")`
const MANY = `select n, 'row ' || n as label from range(200) as t(n)`
const TABS = [
  { id: 'one', name: 'Übersicht' },
  { id: 'two', name: 'Details' },
]

let board: Dashboard

/** A query with a visualization on the dashboard. */
async function place(
  spec: { query: string; name: string; visualization?: Record<string, unknown>; source?: number; options?: object },
  position: object,
  tab = 'one',
) {
  const query = await buildQuery(here.ada, {
    data_source_id: spec.source ?? here.source,
    query: spec.query,
    name: spec.name,
    options: spec.options ?? {},
  })
  const made = spec.visualization
    ? (await here.ada.post<Visualization>('/api/visualizations', { query_id: query.id, ...spec.visualization })).body
    : query.visualizations[0]
  await here.ada.post('/api/widgets', {
    dashboard_id: board.id,
    visualization_id: made?.id,
    options: { position, tab },
  })
}

const pathOf = () => `/api/dashboards/${board.slug}/pdf`

beforeAll(async () => {
  board = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'Häfen & Läden' })).body
  await here.ada.post(`/api/dashboards/${board.id}`, { options: { tabs: TABS } })
  const text = '# Hello\n\nSee [the docs](https://example.com/docs) and [this](javascript:alert(1)).\n\n- **first**\n- second'
  await here.ada.post('/api/widgets', {
    dashboard_id: board.id,
    visualization_id: null,
    text,
    options: { position: { col: 0, row: 0, sizeX: 6, sizeY: 3 }, tab: 'one' },
  })
  const line = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
  await place(
    { query: SALES, name: 'Sales', visualization: { type: 'CHART', name: 'By day', options: line } },
    { col: 0, row: 3, sizeX: 3, sizeY: 8 },
  )
  const counter = { counterColName: 'sold', counterLabel: 'Sold pieces' }
  await place(
    { query: SALES, name: 'Total', visualization: { type: 'COUNTER', name: 'Pieces', options: counter } },
    { col: 3, row: 3, sizeX: 3, sizeY: 5 },
  )
  await place({ query: MANY, name: 'Many rows' }, { col: 0, row: 0, sizeX: 6, sizeY: 12, autoHeight: false }, 'two')
  const pivot = { rows: ['label'], cols: [], aggregatorName: 'Sum', vals: ['n'] }
  await place(
    { query: `${MANY} where n < 3`, name: 'Pivoted', visualization: { type: 'PIVOT', name: 'Sums', options: pivot } },
    { col: 0, row: 12, sizeX: 3, sizeY: 8 },
    'two',
  )
  await place(
    { query: `select 1 as lat, 2 as lon`, name: 'Places', visualization: { type: 'MAP', name: 'On a map', options: {} } },
    { col: 3, row: 12, sizeX: 3, sizeY: 8 },
    'two',
  )
})

describe('the PDF of a dashboard', () => {
  it('has its texts, charts, counters and tables as searchable text, and tabs as chapters with bookmarks (OPEN-255)', async () => {
    const { response, pages, bookmarks, links, size, title } = await pdfOf(here.ada, pathOf())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Hafen_&_Laden_\d{4}_\d\d_\d\d\.pdf"/)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(title).toBe('Häfen & Läden')
    expect(size).toEqual({ width: 595.28, height: 841.89 })
    expect(bookmarks).toEqual(['Übersicht', '> By day', '> Pieces', 'Details', '> Many rows', '> Sums', '> On a map'])
    const [first = '', second = ''] = pages
    for (const text of ['Häfen & Läden', 'Übersicht', 'Hello', 'the docs', 'By day', '2026', 'Sold pieces', '7,000'])
      expect(first).toContain(text)
    expect(first).toMatch(/as of \S+ \S+ \S+/)
    expect(first).toContain(`Page 1 of ${pages.length}`)
    for (const text of ['Many rows', 'row 0', 'Sums', 'Totals', 'row 2', 'without the tiles of the page'])
      expect(second).toContain(text)
    expect(second).toMatch(/Shows \d+ of 200 rows\./)
    expect(links).toContain('https://example.com/docs')
    expect(links.join(' ')).not.toContain('javascript')
  })

  it('shows the values and filters that its reader has chosen (OPEN-255)', async () => {
    const unfiltered = (await pdfOf(here.ada, pathOf())).pages[0]
    expect(unfiltered).toContain('Shop: Zürich')
    const sales = (await here.ada.get<Dashboard>(`/api/dashboards/${board.slug}`)).body.widgets[2]
    const filters = [{ column: 'shop::filter', values: ['Łódź'], widget_id: sales?.id ?? 0 }]
    const filtered = await pdfOf(here.ada, pathOf(), { filters })
    expect(filtered.pages[0]).toContain('Shop: Łódź')
    expect(filtered.pages[0]).not.toContain('7,000')
  })

  it('says which characters its font lacks (OPEN-255)', async () => {
    const sales = (await here.ada.get<Dashboard>(`/api/dashboards/${board.slug}`)).body.widgets[2]
    const filters = [{ column: 'shop::filter', values: ['서울'], widget_id: sales?.id ?? 0 }]
    const { pages } = await pdfOf(here.ada, pathOf(), { filters, paper: 'letter' })
    expect(pages[0]).toContain('Shop: ??')
    expect(pages.at(-1)?.replaceAll('\n', ' ')).toMatch(/Some characters are shown as “\?” .* Hangul\./)
  })

  it('shows Japanese and Arabic with fonts of their own (OPEN-603)', async () => {
    const own = (await here.ada.post<Dashboard>('/api/dashboards', { name: '月次売上' })).body
    for (const text of ['店舗別の**一覧**', 'مبيعات'])
      await here.ada.post('/api/widgets', { dashboard_id: own.id, visualization_id: null, text, options: {} })
    const { pages } = await pdfOf(here.ada, `/api/dashboards/${own.id}/pdf`)
    const [words] = pages.map((page) => page.normalize('NFKC').replace(/\s+/g, ''))
    for (const text of ['月次売上', '店舗別の', '一覧']) expect(words).toContain(text)
    expect(words?.match(/\p{Script=Arabic}/gu)).toHaveLength('مبيعات'.length)
    expect(pages.join(' ')).not.toContain('?')
  })

  it('has the values of texts for what its reader has chosen, the subtotals of pivot tables, and which widgets a filter leaves as they are (OPEN-255, DASH-83, PIVOT-06, FILTER-18)', async () => {
    const other = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'With values' })).body
    const put = (body: object) => here.ada.post('/api/widgets', { dashboard_id: other.id, text: '', options: {}, ...body })
    const query = await buildQuery(here.ada, { data_source_id: here.source, query: SALES, name: 'Towns' })
    const options = { rows: ['day', 'shop::filter'], vals: ['sold'], aggregatorName: 'Sum', subtotals: { rows: true } }
    const pivot = { query_id: query.id, type: 'PIVOT', name: 'Sums', options }
    const { id } = (await here.ada.post<Visualization>('/api/visualizations', pivot)).body
    await put({ visualization_id: id })
    const elsewhere = await buildQuery(here.ada, { data_source_id: here.source, query: 'select 5 as staff', name: 'Staff' })
    await put({ visualization_id: elsewhere.visualizations[0]?.id })
    const text = '**{{ Towns.shop::filter }}** sold {{ Towns.sold | sum | 0 }}, {{ Towns.gone }}. {{ Elsewhere }}'
    await put({ visualization_id: null, text, options: { liveValues: true } })
    const filters = [{ column: 'shop::filter', values: ['Łódź'], widget_id: null }]
    await here.ada.post(`/api/dashboards/${other.slug}`, { dashboard_filters_enabled: true })
    const { pages } = await pdfOf(here.ada, `/api/dashboards/${other.slug}/pdf`, { filters })
    const words = pages.join(' ').replace(/\s+/g, ' ')
    expect(words).toContain('Łódź sold 9, –. –')
    expect(words).toMatch(/2026-02-01 Total 9/)
    expect(words.match(/Not filtered by Shop\./g)).toHaveLength(1)
  })

  it('has no data of widgets that the caller may not see (OPEN-255)', async () => {
    const group = await buildGroup(here.server)
    const hidden = await buildDataSource(here.server, { groups: { [group]: false } })
    const secret = (await here.server.admin.post<Dashboard>('/api/dashboards', { name: 'Secret' })).body
    const query = await buildQuery(here.server.admin, {
      data_source_id: hidden.id,
      query: "select 'classified' as c",
      name: 'Plans',
    })
    await here.server.admin.post('/api/widgets', {
      dashboard_id: secret.id,
      visualization_id: query.visualizations[0]?.id,
      options: { position: { col: 0, row: 0, sizeX: 3, sizeY: 5 } },
    })
    expect((await pdfOf(here.server.admin, `/api/dashboards/${secret.slug}/pdf`)).pages[0]).toContain('classified')
    const seen = await pdfOf(here.ada, `/api/dashboards/${secret.slug}/pdf`)
    expect(seen.pages[0]).toContain('You do not have access to this widget.')
    expect(seen.pages.join()).not.toMatch(/classified|Plans/)
  })

  it('is there for visitors of a shared dashboard, by its token alone (OPEN-255)', async () => {
    const { api_key } = (await here.ada.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)).body
    const visitor = clientOf(here.server.url, () => ({ Authorization: `Key ${api_key}` }))
    const { pages } = await pdfOf(visitor, `/api/dashboards/public/${api_key}/pdf`)
    expect(pages[0]).toContain('Sold pieces')
    const anyone = clientOf(here.server.url)
    expect((await pdfOf(anyone, `/api/dashboards/public/${api_key}/pdf`)).pages[0]).toContain('Sold pieces')
    expect((await visitor.post(pathOf(), {})).status).toBe(403)
    expect((await visitor.post('/api/dashboards/public/wrong/pdf', {})).status).toBe(404)
    await here.ada.delete(`/api/dashboards/${board.slug}/share`)
    expect((await visitor.post(`/api/dashboards/public/${api_key}/pdf`, {})).status).toBe(404)
  })
})

describe('the parameters at which a chart in a file has lines', () => {
  it('have the values of the dashboard or widget to which they are mapped, also for visitors (CHART-71)', async () => {
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: `select day, sold from (${SALES}) where {{ target }} > 0 and '{{ period.start }}' < '{{ period.end }}'`,
      name: 'Sales with a target',
      options: {
        parameters: [
          { name: 'target', title: 'Target', type: 'number', value: 15 },
          { name: 'period', title: 'Period', type: 'date-range', value: { start: '2026-01-10', end: '2026-01-20' } },
        ],
      },
    })
    const { id } = (
      await here.ada.post<Visualization>('/api/visualizations', {
        ...{ query_id: query.id, type: 'CHART', name: 'Marked' },
        options: {
          ...{ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
          referenceLines: ['target', 'period'].map((parameter) => ({ kind: 'parameter', parameter })),
        },
      })
    ).body
    const marked = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'With a goal' })).body
    const put = (parameterMappings: object, row: number) =>
      here.ada.post('/api/widgets', {
        ...{ dashboard_id: marked.id, visualization_id: id },
        options: { position: { col: 0, row, sizeX: 3, sizeY: 8 }, parameterMappings },
      })
    await put({ target: { name: 'target', type: 'dashboard-level', mapTo: 'goal', title: 'Goal' } }, 0)
    await put({ target: { name: 'target', type: 'static-value', value: 42 } }, 8)

    const html = (parameters: object) => here.ada.post<string>(`/api/dashboards/${marked.slug}/html`, { parameters })
    const titles = (body: string) =>
      [...body.matchAll(/<svg class="light" role="img"[^>]*><title>(Marked\.[^<]*)/g)].map(([, text]) => text)
    const [mapped, still] = titles((await html({ goal: 9001 })).body)
    expect(mapped).toContain('Reference lines: Goal 9,001.')
    expect(mapped).toContain('Period 2026-01-10 to 2026-01-20.')
    expect(still).toContain('Reference lines: Target 42.')

    const { api_key } = (await here.ada.post<{ api_key: string }>(`/api/dashboards/${marked.slug}/share`)).body
    const { pages } = await pdfOf(clientOf(here.server.url), `/api/dashboards/public/${api_key}/pdf`, {
      parameters: { goal: 9001 },
    })
    for (const text of ['Goal', 'Target', 'Period']) expect(pages.join(' ')).toContain(text)
  })
})

describe('a table with totals in a file', () => {
  let slug: string
  beforeAll(async () => {
    const query = `select case when n < 3 then 'Bern' else 'Zug' end as town, n, 2 * n as doubled from range(200) as t(n)`
    const made = await buildQuery(here.ada, { data_source_id: here.source, query, name: 'Towns' })
    const columns = [
      { name: 'town', order: 0 },
      { name: 'n', order: 1, group: 'Numbers', total: 'sum' },
      { name: 'doubled', order: 2, group: 'Numbers', total: 'average' },
    ]
    const options = { columns, sort: [{ column: 'town', descending: false }], subtotals: true }
    await here.ada.post(`/api/visualizations/${made.visualizations[0]?.id}`, { options })
    const board = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'With totals' })).body
    slug = board.slug
    await here.ada.post('/api/widgets', { dashboard_id: board.id, visualization_id: made.visualizations[0]?.id, options: {} })
  })

  it('has them of all rows below those that a PDF has room for, with subtotals and the heads of groups (OPEN-266)', async () => {
    const { pages } = await pdfOf(here.ada, `/api/dashboards/${slug}/pdf`)
    const words = pages.join(' ').replace(/\s+/g, ' ')
    expect(words).toMatch(/Numbers town n doubled Bern 0 0 .*Bern Total 3 2 Zug 3 6/)
    expect(words).toContain('Sum 19,900 Average 199')
    expect(words).toMatch(/Shows \d\d of 200 rows\. Totals of 200 rows\./)
    expect(words).not.toContain('Zug Total')
  })

  it('has them in the foot of an HTML file, where groups are not torn apart by sorting (OPEN-266)', async () => {
    const { body } = await here.ada.post<string>(`/api/dashboards/${slug}/html`)
    const totals = [...body.matchAll(/<tr class="totals">(.*?)<\/tr>/g)].map(([, cells = '']) =>
      cells.replace(/<[^>]*>/g, ' ').trim(),
    )
    expect(totals.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Bern Total 3 2',
      'Zug Total 19,897 202',
      'Sum 19,900 Average 199',
    ])
    expect(body).toContain('<th scope="colgroup" colspan="2" class="left">Numbers</th>')
    expect(body).toContain('Totals of 200 rows.')
    expect(body).not.toContain('<th scope="col" aria-sort')
  })

  it('has its own texts in the language of the reader, and its direction (OPEN-548, OPEN-627)', async () => {
    const password = 'the secret of Bob'
    const bob = await here.server.person({ name: 'Bob', password })
    const browser = await here.server.signIn(bob.email, password)
    const words = async () => (await pdfOf(browser, `/api/dashboards/${slug}/pdf`)).pages.join(' ').replace(/\s+/g, ' ')
    await bob.post(`/api/users/${bob.id}`, { language: 'de' })
    expect(await words()).toMatch(/Zeigt \d\d von 200 Zeilen\..*Seite 1 von \d/)
    await bob.post(`/api/users/${bob.id}`, { language: 'ja' })
    expect(await words()).toMatch(/200行.*ページ/)
    const { body } = await browser.post<string>(`/api/dashboards/${slug}/html`)
    expect(body).toContain('<html lang="ja" dir="ltr">')
    expect(body).toContain('のもので、変わりません。')
  })
})

it('draws the sparklines of tables in both files, with their last values (OPEN-260)', async () => {
  const own = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'With lines' })).body
  const query = await buildQuery(here.ada, {
    data_source_id: here.source,
    query: "select 'Bern' as town, '[4, 1, 725]' as sold",
    name: 'Sold in towns',
  })
  const options = { columns: [{ name: 'town' }, { name: 'sold', displayAs: 'sparkline' }] }
  const table = { query_id: query.id, type: 'TABLE', name: 'Lines', options }
  const { id } = (await here.ada.post<Visualization>('/api/visualizations', table)).body
  await here.ada.post('/api/widgets', { dashboard_id: own.id, visualization_id: id, options: {} })
  const { body } = await here.ada.post<string>(`/api/dashboards/${own.slug}/html`)
  expect(body).toMatch(/<svg class="line" role="img"[^>]*><title>[^<]*725[^<]*<\/title>.*?<path d="M.*?<\/svg> 725<\/td>/s)
  const [page] = (await pdfOf(here.ada, `/api/dashboards/${own.slug}/pdf`)).pages
  expect(page?.replace(/\s+/g, ' ')).toMatch(/town sold Bern 725/)
})

describe('the HTML file of a dashboard', () => {
  it('has the data that its widgets show, their changes, and only the visible columns (OPEN-256, OPEN-251)', async () => {
    const query = await buildQuery(here.ada, {
      data_source_id: here.source,
      query: "select 'seen' as a, 'unseen' as b, n from (values (4), (7)) as t(n)",
      name: 'Two columns',
    })
    const columns = [
      { name: 'a', title: 'First' },
      { name: 'b', visible: false },
      { name: 'n', comparedWith: 'row' },
    ]
    const table = (
      await here.ada.post<Visualization>('/api/visualizations', {
        query_id: query.id,
        type: 'TABLE',
        name: 'Short',
        options: { columns },
      })
    ).body
    const { id, slug } = (await here.ada.post<Dashboard>('/api/dashboards', { name: 'To take along' })).body
    await here.ada.post('/api/widgets', { dashboard_id: id, visualization_id: table.id, options: {} })
    const { status, headers, body } = await here.ada.post<string>(`/api/dashboards/${slug}/html`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="To_take_along_[\d_]+\.html"$/)
    expect(body).toContain('<td class="left">seen</td>')
    expect(body).toContain('<td class="right" data-n="4">4</td>')
    expect(body).toContain('<td class="right" data-n="7">7 (+75.0%)</td>')
    expect(body).toContain('n (vs. the row above)')
    expect(body).not.toContain('unseen')
  })

  it('has charts and maps in both schemes with their values as a table (OPEN-256, OPEN-267)', async () => {
    const { body } = await here.ada.post<string>(`/api/dashboards/${board.slug}/html`)
    expect(body).toMatch(/<svg class="light" role="img"[^>]*><title>By day/)
    expect(body).toMatch(/<svg class="dark" role="img"/)
    expect(body).toContain('Values as a table')
    expect(body).toContain('row 199')
    expect(body).toMatch(/<svg class="light" role="img"[^>]*><title>On a map\. Map with 1 markers\./)
    expect(body).toContain('Sold pieces')
  })

  it('is not there for visitors of a shared dashboard (OPEN-256)', async () => {
    const { api_key } = (await here.ada.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)).body
    const visitor = clientOf(here.server.url, () => ({ Authorization: `Key ${api_key}` }))
    expect((await visitor.post(`/api/dashboards/${board.slug}/html`)).status).toBe(403)
    await here.ada.delete(`/api/dashboards/${board.slug}/share`)
  })
})
