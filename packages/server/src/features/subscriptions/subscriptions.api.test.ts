import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Subscription } from '@sightline/contract/subscriptions.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { useDeliveryTestServer } from '../../testing/delivery-test-server.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import type { Person } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { users } from '../users/tables.ts'
import { attemptReport, enqueueDueReports, MAX_TRIES } from './deliveries.ts'
import { subscriptions } from './tables.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const at8 = { interval: DAY, time: '08:00', day_of_week: null, until: null }
const monday = (time: string) => new Date(`2026-11-23T${time}:00Z`)

const sender = useDeliveryTestServer()
let bob: Person
let board: Dashboard
let query: Query

beforeAll(async () => {
  const { ada, server, source } = sender
  bob = await server.person({ name: 'Bob' })
  const text = "select * from (values ('2026-01-01'::date, 7000, 'a <b>'), ('2026-02-01'::date, 9, 'c')) as t(day, sold, shop)"
  query = await buildQuery(ada, { data_source_id: source, query: text, name: 'Sales' })
  const visualization = {
    type: 'CHART',
    name: 'By day',
    options: { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
  }
  const chart = (await ada.post<Visualization>('/api/visualizations', { query_id: query.id, ...visualization })).body
  board = (await ada.post<Dashboard>('/api/dashboards', { name: 'Overview' })).body
  await place({ text: 'All of last month' }, 0)
  await place({ visualization_id: chart.id }, 3)
})
beforeEach(() => {
  sender.server.clock.now = monday('07:00')
})
afterEach(() => sender.server.services.db.delete(subscriptions))

const place = (what: { text?: string; visualization_id?: number }, row: number) =>
  sender.ada.post('/api/widgets', {
    dashboard_id: board.id,
    visualization_id: null,
    text: '',
    width: 1,
    options: { position: { col: 0, row, sizeX: 3, sizeY: 3 } },
    ...what,
  })
const never = new AbortController().signal
const toBoard = () => ({ object_type: 'dashboard', object_id: board.id })
const subscribe = (person: Person, fields: object = {}) =>
  person.post<Subscription>('/api/subscriptions', { ...toBoard(), schedule: at8, ...fields })
async function subscribed(person: Person, fields: object = {}): Promise<Subscription> {
  const { status, body } = await subscribe(person, fields)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const send = ({ id }: { id: number }) => attemptReport(sender.server.services, id, never)
const listed = async (person: Person) =>
  (await person.get<Subscription[]>(`/api/subscriptions?object_type=dashboard&object_id=${board.id}`)).body
const linkIn = (html: string | undefined): string => /unsubscribe\/([\w.-]+)/.exec(html ?? '')?.[1] ?? ''

describe('a subscription to a dashboard', () => {
  it('sends its numbers, textboxes and an image of each chart by mail, in text and in HTML', async () => {
    const subscription = await subscribed(sender.ada)
    expect(subscription).toMatchObject({
      schedule: at8,
      destination: null,
      last_sent_at: null,
      next_at: '2026-11-23T08:00:00Z',
    })
    sender.server.clock.now = monday('08:00')
    await send(subscription)

    const [mail] = sender.mailServer.mails
    expect(mail).toMatchObject({ to: [{ address: sender.ada.email }], subject: 'Overview – 2026-11-23 08:00 UTC' })
    for (const part of ['Overview', 'https://sightline.example.com/dashboard/overview', 'All of last month', 'Sales – By day'])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toContain('day | sold | shop\n2026-01-01 | 7,000 | a <b>')
    expect(mail?.html).toContain('a &lt;b&gt;')
    const [picture] = mail?.attachments ?? []
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' })
    expect(mail?.html).toContain(`src="cid:${picture?.contentId?.replace(/[<>]/g, '')}"`)
    expect(mail?.html).toMatch(/alt="By day\. Line chart of sold by day/)
    const bytes = new Uint8Array(picture?.content as ArrayBuffer)
    expect(Buffer.from(bytes.subarray(0, 8)).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    // Reads width and height at fixed offsets; the image has twice the resolution of the page.
    expect([Buffer.from(bytes).readUInt32BE(16), Buffer.from(bytes).readUInt32BE(20)]).toEqual([1100, 600])
  })

  it('says for which values it is, shows a counter without its row, and a table with the titles and formats of its columns (DASH-80)', async () => {
    const { ada, source } = sender
    const sales = await buildQuery(ada, {
      data_source_id: source,
      name: 'Sales of',
      query: "select '{{ country }}' as land, 42 as total, 1 as hidden",
      options: { parameters: [{ name: 'country', title: 'Country', type: 'enum', enumOptions: 'CH\nDE', value: 'CH' }] },
    })
    const own = (await ada.post<Dashboard>('/api/dashboards', { name: 'By country' })).body
    const columns = [
      { name: 'total', title: 'Total sales', order: 0, numberFormat: '0,0.00' },
      { name: 'hidden', visible: false, order: 1 },
      { name: 'land', order: 2 },
    ]
    for (const [row, shown] of [
      { type: 'COUNTER', name: 'Sum', options: { counterColName: 'total', rowNumber: 1 } },
      { type: 'TABLE', name: 'List', options: { columns } },
    ].entries()) {
      const { body } = await ada.post<Visualization>('/api/visualizations', { query_id: sales.id, ...shown })
      const position = { col: 0, row: row * 3, sizeX: 3, sizeY: 3 }
      await ada.post('/api/widgets', {
        dashboard_id: own.id,
        visualization_id: body.id,
        text: '',
        width: 1,
        options: { position },
      })
    }
    const subscription = await subscribed(ada, { object_id: own.id })
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain(
      'Sales of – Sum\nCountry: CH\n\nSales of – List\nCountry: CH\nTotal sales | land\n42.00 | CH\n',
    )
    expect(mail?.html).toContain('Country: CH')
    expect(mail?.attachments).toHaveLength(1)
  })

  it('has the filters, the order, the colors and the totals of its table, of all rows that match (TABLE-48, OPEN-266)', async () => {
    const { ada, source } = sender
    const numbers = await buildQuery(ada, {
      data_source_id: source,
      name: 'Numbers',
      query: 'select i as n, i * i as squared from range(300) t(i)',
    })
    const [table] = numbers.visualizations ?? []
    const columns = [
      { name: 'n', order: 0, cellFill: 'bars' },
      { name: 'squared', order: 1, total: 'max' },
    ]
    const conditions = { filters: [{ column: 'n', kind: 'max', values: ['149.5'] }], sort: [{ column: 'n', descending: true }] }
    await ada.post(`/api/visualizations/${table?.id}`, { options: { columns, ...conditions } })
    const subscription = await subscribed(ada, { object_type: 'query', object_id: numbers.id })
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain('n | squared\n149 | 22,201\n148 | 21,904\n')
    expect(mail?.html).toContain('#B5CEFB 49.8%')
    expect(mail?.text).toContain('\n | Largest 22,201\nShows 10 of 150 rows.\nTotals of 150 rows that match.')
  })

  it('is sent once for each due time, even with several processes', async () => {
    const subscription = await subscribed(sender.ada)
    sender.server.clock.now = monday('08:00')
    await Promise.all([send(subscription), send(subscription), enqueueDueReports(sender.server.services)])
    await send(subscription)
    expect(sender.mailServer.mails).toHaveLength(1)
    expect(await listed(sender.ada)).toMatchObject([{ last_sent_at: '2026-11-23T08:00:00Z', next_at: '2026-11-24T08:00:00Z' }])
  })

  it('sends reports missed during downtime once, and continues from there', async () => {
    const subscription = await subscribed(sender.ada, { schedule: { interval: 2 * HOUR } })
    sender.server.clock.now = monday('22:30')
    await send(subscription)
    expect(sender.mailServer.mails).toHaveLength(1)
    expect(await listed(sender.ada)).toMatchObject([{ next_at: '2026-11-24T00:30:00Z' }])
  })

  it('sends a report again that a process did not finish, under the same key', async () => {
    const subscription = await subscribed(sender.ada)
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    // The state while the first process, which then ended, was sending it.
    const claimed = { due_at: monday('08:00'), next_try_at: monday('08:10'), tries: 1 }
    await sender.server.services.db.update(subscriptions).set(claimed)
    sender.server.clock.now = monday('08:09')
    await send(subscription)
    expect(sender.mailServer.mails).toHaveLength(1)
    sender.server.clock.now = monday('08:10')
    await send(subscription)
    const ids = sender.mailServer.mails.map(({ messageId }) => messageId)
    expect(ids).toEqual([`<report-${subscription.id}-${monday('08:00').getTime()}@sightline>`, ids[0]])
  })

  it('ends with its schedule', async () => {
    const subscription = await subscribed(sender.ada, { schedule: { ...at8, until: '2026-11-24' } })
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    expect(sender.mailServer.mails).toHaveLength(1)
    expect(await listed(sender.ada)).toEqual([])
  })

  it('retries with pauses while the mail server refuses mails, and shows why', async () => {
    const subscription = await subscribed(sender.ada)
    await sender.server.services.db.update(users).set({ email: 'full@example.com' }).where(eq(users.id, sender.ada.id))
    sender.mailServer.refused.add('full@example.com')
    sender.server.clock.now = monday('08:00')
    await send(subscription)
    expect(await listed(sender.ada)).toMatchObject([{ last_error: expect.stringContaining('did not accept the email') }])
    await sender.server.services.db.update(users).set({ email: sender.ada.email }).where(eq(users.id, sender.ada.id))
  })

  it('gives a report up after some attempts, and continues with the next one', async () => {
    sender.hook.answer = { status: 503, body: 'later' }
    const subscription = await subscribed(sender.ada, { destination_id: await destinationOf('webhook') })
    sender.server.clock.now = monday('08:00')
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      await send(subscription)
      await send(subscription)
      sender.server.clock.now = new Date((sender.server.clock.now?.getTime() ?? 0) + 2 ** (tries - 1) * 60_000)
    }
    expect(sender.hook.calls).toHaveLength(MAX_TRIES)
    expect(new Set(sender.hook.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await listed(sender.ada)).toMatchObject([
      { last_sent_at: null, next_at: '2026-11-24T08:00:00Z', last_error: expect.stringContaining('503') },
    ])
  })
})

describe('what a report shows', () => {
  it('is limited to what its subscriber may see at that time', async () => {
    const subscription = await subscribed(bob)
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
    const group = await groupOf(sender.ada, bob)
    const shared = (await buildDataSource(sender.server, { groups: { [group]: false } })).id
    const theirs = await buildQuery(sender.ada, { data_source_id: shared })
    const toQuery = { object_type: 'query', object_id: theirs.id }
    const lost = await subscribed(bob, toQuery)
    await sender.server.admin.delete(`/api/groups/${group}/members/${bob.id}`)
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
      query_id: query.id,
      type: 'CHART',
      name: 'Own',
      options: { globalSeriesType: 'custom', columnMapping: { day: 'x', sold: 'y' } },
    }
    const custom = (await sender.ada.post<Visualization>('/api/visualizations', visualization)).body
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: query.id })))
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
    expect(mail?.text).toContain('By shop – List\nShop: Zug\n')
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

  it('gives values the colors that they have on the page, which the mail of a query does not (OPEN-257)', async () => {
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
    expect(ofDashboard[0]).not.toBe(ofQuery[0])
  })
})

describe('the PDF of a report', () => {
  const pdfText = async (place: number) => {
    const [pdf, ...more] = (sender.mailServer.mails[place]?.attachments ?? []).filter(
      ({ disposition }) => disposition === 'attachment',
    )
    expect({ type: pdf?.mimeType, name: pdf?.filename, more }).toEqual({
      type: 'application/pdf',
      name: 'Overview_2026_11_23.pdf',
      more: [],
    })
    return (await readPdf(new Uint8Array(pdf?.content as ArrayBuffer))).pages.join('\n')
  }

  it('has the dashboard with the results of the mail, as far as each subscriber may see them, if they chose it (OPEN-265)', async () => {
    const secret = (await buildDataSource(sender.server, { groups: { [await groupOf(sender.ada)]: false } })).id
    const hidden = await buildQuery(sender.ada, {
      data_source_id: secret,
      query: "select 'secret ' || gen_random_uuid() as word",
      name: 'Hidden',
    })
    const widget = (await place({ visualization_id: hidden.visualizations[0]?.id }, 9)).body as { id: number }
    const theirs = await subscribed(bob, { attach_pdf: true })
    const own = await subscribed(sender.ada, { attach_pdf: true })
    expect(own.attach_pdf).toBe(true)
    sender.server.clock.now = monday('08:00')
    await send(theirs)
    await send(own)
    const found = (text: string | undefined) => /secret [0-9a-f-]{36}/.exec(text?.replace(/\s+/g, ' ') ?? '')?.[0]
    expect(await pdfText(0)).toContain('You do not have access to this widget.')
    expect(await pdfText(0)).not.toMatch(/secret|Hidden/)
    expect(await pdfText(0)).toContain('All of last month')
    expect(found(await pdfText(1))).toBe(found(sender.mailServer.mails[1]?.text))
    expect(found(await pdfText(1))).toBeDefined()

    const { status, body } = await sender.ada.post<Subscription>(`/api/subscriptions/${own.id}`, { schedule: at8 })
    expect({ status, attach_pdf: body.attach_pdf }).toEqual({ status: 200, attach_pdf: true })
    await sender.ada.post(`/api/subscriptions/${own.id}`, { schedule: at8, attach_pdf: false })
    await send(await makeDue(own))
    expect(sender.mailServer.mails[2]?.attachments.every(({ disposition }) => disposition === 'inline')).toBe(true)
    await sender.ada.delete(`/api/widgets/${widget.id}`)
  })

  it('is refused where there can be none: for queries, and for destinations that send no mail (OPEN-265)', async () => {
    const refusal = { status: 400, body: { message: 'Only mailed reports of dashboards can have a PDF.' } }
    const toQuery = { object_type: 'query', object_id: query.id, attach_pdf: true }
    expect(await subscribe(sender.ada, toQuery)).toMatchObject(refusal)
    const toHook = { destination_id: await destinationOf('webhook') }
    expect(await subscribe(sender.ada, { ...toHook, attach_pdf: true })).toMatchObject(refusal)
    const { id, destination } = await subscribed(sender.ada, toHook)
    expect(destination).toMatchObject({ sends_mail: false })
    expect(await sender.ada.post(`/api/subscriptions/${id}`, { schedule: at8, attach_pdf: true })).toMatchObject(refusal)
  })
})

describe('the chart image of a report', () => {
  it('has the annotations of another query if the subscriber may see it, and else says why not (CHART-68)', async () => {
    const { ada, server, source } = sender
    const hidden = (await buildDataSource(server, { groups: { [await groupOf(ada)]: false } })).id
    const text = "select '2026-01-15' as at, 'New prices' as what"
    const events = await Promise.all(
      [source, hidden, source].map((data_source_id, index) =>
        buildQuery(ada, { data_source_id, query: `${text}, ${index}`, name: 'Events' }),
      ),
    )
    for (const { id } of events.slice(0, 2)) await ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
    const options = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
    const made: Visualization[] = []
    // One after the other, because a mail has them in the order in which they were made.
    for (const [index, { id }] of events.entries()) {
      const annotationQuery = { id, x: 'at', label: 'what' }
      const chart = { query_id: query.id, type: 'CHART', name: `Annotated ${index}`, options: { ...options, annotationQuery } }
      made.push((await ada.post<Visualization>('/api/visualizations', chart)).body)
    }
    await send(await makeDue(await subscribed(bob, { object_type: 'query', object_id: query.id })))
    for (const { id } of made) await ada.delete(`/api/visualizations/${id}`)
    const [mail] = sender.mailServer.mails
    expect(mail?.html).toMatch(/alt="Annotated 0\.[^"]*Annotations: New prices 2026-01-15\./)
    const reasons = [...(mail?.html ?? '').matchAll(/annotations of another query are not shown: ([^<.]*)/g)].map(
      ([, reason]) => reason,
    )
    expect(reasons).toEqual(['you may not see it', 'it has no result'])
  })
})

describe('the chart image of a report with lines at parameters', () => {
  it('has them at the values that the dashboard opens with, with dates as they are when it is sent (CHART-71)', async () => {
    const { ada, source } = sender
    const dated = await buildQuery(ada, {
      data_source_id: source,
      name: 'Dated',
      query:
        "select d::date as day, 5 as sold from (values ('2026-11-01'), ('2026-11-30')) t(d) where {{ target }} > 0 and '{{ until }}' > ''",
      options: {
        parameters: [
          { name: 'target', title: 'Target', type: 'number', value: 3 },
          { name: 'until', title: 'Until', type: 'date', value: 'd_yesterday' },
        ],
      },
    })
    const options = {
      ...{ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
      referenceLines: ['target', 'until'].map((parameter) => ({ kind: 'parameter', parameter })),
    }
    const chart = { query_id: dated.id, type: 'CHART', name: 'Marked', options }
    const { id } = (await ada.post<Visualization>('/api/visualizations', chart)).body
    const own = (await ada.post<Dashboard>('/api/dashboards', { name: 'With a goal' })).body
    const goal = { name: 'target', type: 'dashboard-level', mapTo: 'goal', title: 'Goal' }
    const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
    await ada.post('/api/widgets', {
      ...{ dashboard_id: own.id, visualization_id: id, text: '', width: 1 },
      options: { position, parameterMappings: { target: goal } },
    })
    await send(await makeDue(await subscribed(ada, { object_id: own.id })))
    const alt = /alt="(Marked\.[^"]*)"/.exec(sender.mailServer.mails[0]?.html ?? '')?.[1]
    expect(alt).toContain('Reference lines: Goal 3.')
    expect(alt).toContain('Annotations: Until 2026-11-22.')
  })
})

describe('the chart image of a large result', () => {
  it('shows groups of all its rows, as the page does', async () => {
    const text =
      "select case i when 0 then 'rare' else 'usual' end as kind, case i when 0 then 29999 else 1 end as n from range(30000) t(i)"
    const many = await buildQuery(sender.ada, { data_source_id: sender.source, query: text, name: 'Many' })
    const options = { globalSeriesType: 'pie', columnMapping: { kind: 'x', n: 'y' } }
    await sender.ada.post('/api/visualizations', { query_id: many.id, type: 'CHART', name: 'Shares', options })
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: many.id })))
    expect(sender.mailServer.mails[0]?.html).toMatch(/alt="Shares\. Pie chart\.[^"]*rare 50%/)
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
    await put('', { visualization_id: query.visualizations?.[0]?.id }, 9)
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

describe('destinations', () => {
  it('get reports in their own format, and are refused if their type supports none', async () => {
    const webhook = await subscribed(sender.ada, { destination_id: await destinationOf('webhook') })
    const slack = await subscribed(sender.ada, { destination_id: await destinationOf('slack') })
    const chat = { name: `Desk ${++made}`, type: 'pagerduty', options: { integration_key: 'k', description: '' } }
    const pager = (await sender.server.admin.post<{ id: number }>('/api/destinations', chat)).body.id
    expect(await subscribe(sender.ada, { destination_id: pager })).toMatchObject({
      status: 400,
      body: { code: 'destination_takes_no_reports' },
    })
    const offered = (await sender.ada.get<{ id: number }[]>('/api/subscriptions/destinations')).body.map(({ id }) => id)
    expect(offered).toContain(webhook.destination?.id)
    expect(offered).not.toContain(pager)
    const asked = `/api/destinations/${webhook.destination?.id}/dependents`
    expect((await sender.server.admin.get(asked)).body).toEqual({ alerts: [], reports: 1 })
    sender.server.clock.now = monday('08:00')
    await send(webhook)
    await send(slack)
    const [first, second] = sender.hook.calls.map(({ body }) => JSON.parse(body))
    expect(first).toMatchObject({ event: 'report', object: { type: 'dashboard', id: board.id, name: 'Overview' } })
    expect(first.text).toContain('2026-01-01 | 7,000 | a <b>')
    expect(second.text).toContain('*<https://sightline.example.com/dashboard/overview|Overview>*')
    expect(second.text).toContain('2026-01-01 | 7,000 | a &lt;b&gt;')
  })
})

describe('who may do what', () => {
  it('shows users their own subscriptions, and owners and admins all of them', async () => {
    const mine = await subscribed(sender.ada)
    const theirs = await subscribed(bob)
    expect((await listed(bob)).map(({ id }) => id)).toEqual([theirs.id])
    for (const person of [sender.ada, sender.server.admin])
      expect((await listed(person)).map(({ id }) => id)).toEqual([mine.id, theirs.id])
    expect(await bob.delete(`/api/subscriptions/${mine.id}`)).toMatchObject({ status: 403 })
    expect(await bob.post(`/api/subscriptions/${mine.id}`, { schedule: at8 })).toMatchObject({ status: 403 })
    expect(await sender.ada.delete(`/api/subscriptions/${theirs.id}`)).toMatchObject({ status: 200 })
  })

  it('ends a subscription by the link in its mail, without signing in, but not by opening the page', async () => {
    const subscription = await subscribed(bob)
    await send(await makeDue(subscription))
    const [mail] = sender.mailServer.mails
    const token = linkIn(mail?.html)
    expect(mail?.text).toContain(`https://sightline.example.com/unsubscribe/${token}`)
    const address = `/api/subscriptions/end/${token}`
    const oneClick = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(oneClick).toBe(`<https://sightline.example.com${address}>`)
    expect((await sender.server.anonymous.get(address)).body).toEqual({
      object_type: 'dashboard',
      name: 'Overview',
      destination: null,
      ended: false,
    })
    expect(await listed(bob)).toHaveLength(1)
    for (const wrong of [`${subscription.id}.`, `${subscription.id + 1}.${token.split('.')[1]}`, 'x'])
      expect(await sender.server.anonymous.post(`/api/subscriptions/end/${wrong}`)).toMatchObject({ status: 400 })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ended = await sender.server.anonymous.fetch(address, {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    })
    expect([ended.status, await ended.json()]).toMatchObject([200, { ended: true }])
    expect(await listed(bob)).toEqual([])
    expect(await sender.server.anonymous.post(address)).toMatchObject({ status: 404, body: { code: 'subscription_over' } })
  })

  it('are sent at the same time of day in their time zone before and after the clock changes (SCHED-21)', async () => {
    sender.server.clock.now = new Date('2027-03-27T12:00:00Z')
    const inBerlin = { interval: 24 * HOUR, local_time: '08:00', time_zone: 'Europe/Berlin' }
    const subscription = await subscribed(bob, { schedule: inBerlin })
    expect(subscription).toMatchObject({ schedule: { ...inBerlin, time: '06:00' }, next_at: '2027-03-28T06:00:00Z' })
    const winter = await bob.post<Subscription>(`/api/subscriptions/${subscription.id}`, { schedule: at8 })
    expect(winter.body.schedule).toEqual(at8)
    await bob.delete(`/api/subscriptions/${subscription.id}`)
  })

  it('records subscriptions in the audit log', async () => {
    const { id } = await subscribed(bob)
    await bob.post(`/api/subscriptions/${id}`, { schedule: { interval: 12 * HOUR } })
    await bob.delete(`/api/subscriptions/${id}`)
    const entries = await sender.server.services.db.select().from(auditEntries).where(eq(auditEntries.actor_id, bob.id))
    const noted = entries.filter(({ details }) => (details as { subscription_id?: number }).subscription_id === id)
    expect(noted.map(({ action }) => action)).toEqual(['subscription.create', 'subscription.change', 'subscription.end'])
    expect(noted[0]).toMatchObject({ object_type: 'dashboard', object_id: String(board.id), object_name: 'Overview' })
  })
})

describe('bad input', () => {
  it('is refused with one sentence', async () => {
    const wrong: [object, number, string][] = [
      [{ schedule: null }, 400, 'A subscription needs a schedule.'],
      [{ schedule: { interval: 60 } }, 400, 'Reports are sent once an hour at most.'],
      [{ schedule: { ...at8, time: '25:00' } }, 400, '"25:00" is no time of day like 06:15.'],
      [{ schedule: { ...at8, until: '2026-11-01' } }, 400, 'This schedule ended on 2026-11-01.'],
      [{ destination_id: 999_999 }, 400, 'This destination does not exist.'],
      [{ object_id: 999_999 }, 404, 'not found'],
      [{ object_type: 'query', object_id: 999_999 }, 404, 'not found'],
    ]
    for (const [fields, status, message] of wrong)
      expect(await subscribe(sender.ada, fields)).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
    await subscribed(sender.ada)
    expect(await subscribe(sender.ada)).toMatchObject({ status: 400, body: { code: 'subscription_exists' } })
  })

  it('is refused for archived objects, whose reports stop', async () => {
    const old = (await sender.ada.post<Dashboard>('/api/dashboards', { name: 'Old' })).body
    const toOld = { object_type: 'dashboard', object_id: old.id }
    const subscription = await subscribed(sender.ada, toOld)
    await sender.ada.delete(`/api/dashboards/${old.id}`)
    await send(await makeDue(subscription))
    expect(sender.mailServer.mails).toEqual([])
    expect(await subscribe(bob, toOld)).toMatchObject({ status: 400, body: { code: 'subscription_archived' } })
  })
})

let made = 0
async function destinationOf(type: 'webhook' | 'slack'): Promise<number> {
  const fields = { name: `Hook ${++made}`, type, options: { url: `${sender.hook.url}/${type}` } }
  return (await sender.server.admin.post<{ id: number }>('/api/destinations', fields)).body.id
}

async function groupOf(...people: Person[]): Promise<number> {
  const group = await buildGroup(sender.server)
  for (const { id } of people) await sender.server.admin.post(`/api/groups/${group}/members`, { user_id: id })
  return group
}

async function makeDue<S extends { id: number }>(subscription: S): Promise<S> {
  const now = sender.server.services.now()
  const due = { due_at: now, next_try_at: now, tries: 0 }
  await sender.server.services.db.update(subscriptions).set(due).where(eq(subscriptions.id, subscription.id))
  return subscription
}
