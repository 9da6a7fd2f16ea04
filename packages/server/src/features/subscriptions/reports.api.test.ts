import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { HOUR, monday, useSubscriptions } from '../../testing/report-subscriptions.ts'
import { subscriptions } from './tables.ts'

const world = useSubscriptions()
const { sender, place, subscribed, send, makeDue, groupOf } = world

describe('what a report shows', () => {
  it('is limited to what its subscriber may see at that time', async () => {
    const subscription = await subscribed(world.bob)
    const secret = (await buildDataSource(sender.server, { groups: { [await groupOf(sender.ada)]: false } })).id
    const hidden = await buildQuery(sender.ada, {
      data_source_id: secret,
      query: "select 'top secret' as word",
      name: 'Hidden',
    })
    const table = (await sender.ada.get<Query>(`/api/queries/${hidden.id}`)).body.visualizations?.[0]?.id
    const widget = (await place({ visualization_id: table }, 9)).body as { id: number }
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    expect(sender.mailServer.mails[0]?.text).toContain('You do not have access to this widget.')
    expect(JSON.stringify(sender.mailServer.mails[0])).not.toMatch(/top secret|Hidden/)

    await send(await subscribed(sender.ada, { schedule: { interval: HOUR } }).then(makeDue))
    expect(sender.mailServer.mails[1]?.text).toContain('top secret')
    await sender.ada.delete(`/api/widgets/${widget.id}`)
  })

  it('is nothing if the subscriber is disabled or may no longer see the query', async () => {
    const group = await groupOf(sender.ada, world.bob)
    const shared = (await buildDataSource(sender.server, { groups: { [group]: false } })).id
    const theirs = await buildQuery(sender.ada, { data_source_id: shared })
    const toQuery = { object_type: 'query', object_id: theirs.id }
    const lost = await subscribed(world.bob, toQuery)
    await sender.server.admin.delete(`/api/groups/${group}/members/${world.bob.id}`)
    const disabled = await sender.server.person({ name: 'Cleo' })
    const gone = await subscribed(disabled)
    await sender.server.admin.post(`/api/users/${disabled.id}/disable`)
    sender.server.clock.now = monday('08:00')
    await send(lost)
    await send(gone)
    expect(sender.mailServer.mails).toEqual([])
    const rows = await sender.server.services.db.select().from(subscriptions)
    expect(rows.map(({ last_error }) => last_error).sort()).toEqual([
      'Bob may no longer see this query.',
      'This user is disabled.',
    ])
  })

  it('is refreshed if the last result is older than an hour', async () => {
    const random = await buildQuery(sender.ada, {
      data_source_id: sender.source,
      query: 'select gen_random_uuid() as id',
      name: 'Dice',
    })
    const subscription = await subscribed(sender.ada, {
      object_type: 'query',
      object_id: random.id,
      schedule: { interval: HOUR },
    })
    sender.server.clock.now = null
    const texts: (string | undefined)[] = []
    for (const minutes of [0, 10, 120]) {
      sender.server.clock.now = new Date(Date.now() + minutes * 60_000)
      await send(await makeDue(subscription))
      texts.push(/[0-9a-f-]{36}/.exec(sender.mailServer.mails.at(-1)?.text ?? '')?.[0])
    }
    expect(texts[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(texts[1]).toBe(texts[0])
    expect(texts[2]).not.toBe(texts[0])
  })

  it('includes the errors of failed queries', async () => {
    const broken = await buildQuery(sender.ada, {
      data_source_id: sender.source,
      query: 'select * from nowhere_at_all',
      name: 'Broken',
    })
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: broken.id })))
    expect(sender.mailServer.mails[0]?.text).toContain('nowhere_at_all')
  })

  it('says that a visualization cannot be rendered, and shows its numbers', async () => {
    const visualization = {
      query_id: world.query.id,
      type: 'CHART',
      name: 'Own',
      options: { globalSeriesType: 'custom', columnMapping: { day: 'x', sold: 'y' } },
    }
    const custom = (await sender.ada.post<Visualization>('/api/visualizations', visualization)).body
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: world.query.id })))
    await sender.ada.delete(`/api/visualizations/${custom.id}`)
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain('Charts that are drawn by code of their own are not drawn in mails. Its numbers follow.')
    expect(mail?.text).toContain('2026-01-01 | 7,000')
    expect(mail?.attachments).toHaveLength(1)
  })
})

describe('the mail of a dashboard', () => {
  /** A dashboard with a query's visualizations, one below the other. */
  async function dashboardOf(name: string, text: string, visualizations: object[]) {
    const { ada, source } = sender
    const shown = await buildQuery(ada, { data_source_id: source, name, query: text })
    const { body } = await ada.post<Dashboard>('/api/dashboards', { name })
    for (const [row, visualization] of visualizations.entries()) {
      const made = await ada.post<Visualization>('/api/visualizations', { query_id: shown.id, ...visualization })
      const options = { position: { col: 0, row: row * 8, sizeX: 6, sizeY: 8 } }
      await ada.post('/api/widgets', { dashboard_id: body.id, visualization_id: made.body.id, text: '', width: 1, options })
    }
    return { query: shown, dashboard: body }
  }

  it('applies and names the filters that the dashboard opens with, as its PDF does (OPEN-259)', async () => {
    const text = "select * from (values ('Zug', 7), ('Bern', 9)) as t(\"shop::filter\", sold)"
    const { dashboard } = await dashboardOf('By shop', text, [{ type: 'TABLE', name: 'List', options: {} }])
    await send(await makeDue(await subscribed(sender.ada, { object_id: dashboard.id, attach_pdf: true })))
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toMatch(/By shop – List\nas of .+ UTC · Shop: Zug\n/)
    expect(mail?.text).toContain('Zug | 7')
    expect(mail?.text).not.toContain('Bern')
    const pdf = mail?.attachments.find(({ mimeType }) => mimeType === 'application/pdf')
    const { pages } = await readPdf(new Uint8Array(pdf?.content as ArrayBuffer))
    expect(pages[0]).toContain('Shop: Zug')
    expect(pages[0]).not.toContain('Bern')
  })

  it('applies and names the filters that the page of the query opens with, also in its chart (OPEN-327)', async () => {
    const text = "select * from (values ('Zug', 7), ('Bern', 9)) as t(\"shop::filter\", sold)"
    const query = await buildQuery(sender.ada, { data_source_id: sender.source, name: 'Sold by shop', query: text })
    await sender.ada.post('/api/visualizations', {
      query_id: query.id,
      type: 'CHART',
      name: 'Sold',
      options: { globalSeriesType: 'pie', columnMapping: { 'shop::filter': 'x', sold: 'y' } },
    })
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: query.id })))
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain('Shop: Zug')
    expect(mail?.text).toContain('Zug | 7')
    expect(mail?.text).not.toContain('Bern')
  })

  it('names dynamic dates with the dates that they stand for, as the mail of a query does (OPEN-465)', async () => {
    const query = await buildQuery(sender.ada, {
      data_source_id: sender.source,
      query: "select '{{ period.start }}' as first",
      name: 'Lately',
      options: { parameters: [{ name: 'period', title: 'Period', type: 'date-range', value: 'd_last_7_days' }] },
    })
    const { body } = await sender.ada.post<Dashboard>('/api/dashboards', { name: 'Dynamic' })
    await sender.ada.post('/api/widgets', { dashboard_id: body.id, visualization_id: query.visualizations[0]?.id, options: {} })
    await send(await makeDue(await subscribed(sender.ada, { object_id: body.id })))
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: query.id })))
    expect(sender.mailServer.mails).toHaveLength(2)
    for (const { text } of sender.mailServer.mails) expect(text).toContain('Period: Last 7 days (2026-11-16 – 2026-11-23)')
  })

  it('has the first rows of pivot tables, with their heads and totals, and says how many there are (OPEN-259)', async () => {
    const options = { rows: ['label'], cols: ['half'], aggregatorName: 'Sum', vals: ['n'] }
    const text = "select 'row ' || lpad(n::varchar, 2, '0') as label, 'H' || (1 + n % 2) as half, n from range(30) as t(n)"
    const { dashboard } = await dashboardOf('Halves', text, [{ type: 'PIVOT', name: 'Sums', options }])
    await send(await makeDue(await subscribed(sender.ada, { object_id: dashboard.id })))
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toMatch(/H1 \| .*H2 \| .*Totals/)
    expect(mail?.text).toContain('row 09 |')
    expect(mail?.text).not.toContain('row 10 |')
    expect(mail?.text).toMatch(/Totals \| .*210 \| .*225 \| .*435/)
    expect(mail?.text).toContain('Shows 10 of 30 rows.')
    expect(mail?.text).not.toContain('not drawn')
  })

  it('gives values the colors that they have on the page, as does the mail of a query with one chart (OPEN-257, OPEN-659)', async () => {
    const chart = (name: string, columnMapping: object) => ({
      type: 'CHART',
      name,
      options: { globalSeriesType: 'column', columnMapping },
    })
    const { dashboard, query: shown } = await dashboardOf('Chicago', "select 'Jan' as month, 'Chicago' as city, 1 as n", [
      chart('With groups', { month: 'x', city: 'series', n: 'y' }),
      chart('Without groups', { month: 'x', n: 'y' }),
    ])
    await send(await makeDue(await subscribed(sender.ada, { object_id: dashboard.id })))
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: shown.id })))
    const [ofDashboard = [], ofQuery = []] = sender.mailServer.mails.map(({ attachments }) =>
      attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString('base64')),
    )
    expect(ofDashboard).toHaveLength(2)
    expect(ofDashboard[1]).toBe(ofQuery[1])
    expect(ofDashboard[0]).toBe(ofQuery[0])
  })

  it('goes tab by tab, from top to bottom (DASH-81)', async () => {
    const { body } = await sender.ada.post<Dashboard>('/api/dashboards', { name: 'With tabs' })
    const tabs = [
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two' },
    ]
    await sender.ada.post(`/api/dashboards/${body.id}`, { options: { tabs }, version: body.version })
    const put = (text: string, row: number, tab?: string) =>
      sender.ada.post('/api/widgets', {
        dashboard_id: body.id,
        visualization_id: null,
        text,
        width: 1,
        options: { tab, position: { col: 0, row, sizeX: 3, sizeY: 3 } },
      })
    await put('Last part', 0, 'two')
    await put('Middle part', 5)
    await put('First part', 2, 'one')
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'dashboard', object_id: body.id })))
    expect(sender.mailServer.mails[0]?.text?.match(/(First|Middle|Last) part/g)).toEqual([
      'First part',
      'Middle part',
      'Last part',
    ])
  })

  it('fills the values of results into texts, as text and only with access to the query (DASH-83)', async () => {
    const { body } = await sender.ada.post<Dashboard>('/api/dashboards', { name: 'With values' })
    const put = (text: string, more: object, row: number) =>
      sender.ada.post('/api/widgets', {
        dashboard_id: body.id,
        visualization_id: null,
        text,
        width: 1,
        options: { position: { col: 0, row, sizeX: 3, sizeY: 3 } },
        ...more,
      })
    const live = (row: number) => ({ options: { liveValues: true, position: { col: 0, row, sizeX: 3, sizeY: 3 } } })
    await put('', { visualization_id: world.query.visualizations?.[0]?.id }, 9)
    await put('**{{ Sales.shop }}** sold {{ Sales.sold | sum }}, {{ Sales.gone }}, {{ Costs.total }}.', live(0), 0)
    await put('Dear {{ Sales.shop }}', {}, 3)
    const report = await subscribed(sender.ada, { object_type: 'dashboard', object_id: body.id })
    await send(await makeDue(report))
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain('a <b> sold 7,009, –, –.')
    expect(mail?.html).toContain('a &lt;b&gt; sold 7,009')
    expect(mail?.text).toContain('Dear {{ Sales.shop }}')

    const stranger = await sender.server.person({ name: 'Stranger', groups: [await buildGroup(sender.server)] })
    await send(await makeDue(await subscribed(stranger, { object_type: 'dashboard', object_id: body.id })))
    expect(sender.mailServer.mails.at(-1)?.text).toContain('– sold –, –, –.')
  })
})
