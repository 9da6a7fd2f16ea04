import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Subscription } from '@sightline/contract/subscriptions.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildQuery } from '../../testing/builders.ts'
import { at8, HOUR, monday, useSubscriptions } from '../../testing/report-subscriptions.ts'
import { auditEntries } from '../audit/tables.ts'
import { users } from '../users/tables.ts'
import { enqueueDueReports, MAX_TRIES } from './deliveries.ts'
import { subscriptions } from './tables.ts'

const world = useSubscriptions()
const { sender, destinationOf, subscribe, subscribed, send, makeDue, listed } = world
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
    expect(mail?.text?.replaceAll(/as of .+ UTC/g, 'as of TIME')).toContain(
      [
        'Sales of – Sum\nas of TIME · Country: CH\nSum: 42\n',
        'Sales of – List\nas of TIME · Country: CH\nTotal sales | land\n42.00 | CH\n',
      ].join('\n'),
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

  it('is being sent from the time of its report, by the clock of the server, until that was sent (OPEN-552)', async () => {
    const subscription = await subscribed(sender.ada)
    const isBeingSent = async () => (await listed(sender.ada)).map(({ is_being_sent }) => is_being_sent)
    sender.server.clock.now = monday('07:59')
    expect(await isBeingSent()).toEqual([false])
    sender.server.clock.now = monday('08:00')
    expect(await isBeingSent()).toEqual([true])
    await send(subscription)
    expect(await isBeingSent()).toEqual([false])
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

  it('is sent at the same time of day in their time zone before and after the clock changes (SCHED-21)', async () => {
    sender.server.clock.now = new Date('2027-03-27T12:00:00Z')
    const inBerlin = { interval: 24 * HOUR, local_time: '08:00', time_zone: 'Europe/Berlin' }
    const subscription = await subscribed(world.bob, { schedule: inBerlin })
    expect(subscription).toMatchObject({ schedule: { ...inBerlin, time: '06:00' }, next_at: '2027-03-28T06:00:00Z' })
    const winter = await world.bob.post<Subscription>(`/api/subscriptions/${subscription.id}`, { schedule: at8 })
    expect(winter.body.schedule).toEqual(at8)
    await world.bob.delete(`/api/subscriptions/${subscription.id}`)
  })
})

describe('destinations', () => {
  it('get reports in their own format, and are refused if their type supports none', async () => {
    const webhook = await subscribed(sender.ada, { destination_id: await destinationOf('webhook') })
    const slack = await subscribed(sender.ada, { destination_id: await destinationOf('slack') })
    const chat = { name: 'Desk', type: 'pagerduty', options: { integration_key: 'k', description: '' } }
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
    expect(await listed(sender.ada)).toMatchObject([{ last_error: null }, { last_error: null }])
    const [first, second] = sender.hook.calls.map(({ body }) => JSON.parse(body))
    expect(first).toMatchObject({ event: 'report', object: { type: 'dashboard', id: world.board.id, name: 'Overview' } })
    expect(first.text).toContain('2026-01-01 | 7,000 | a <b>')
    expect(second.text).toContain('*<https://sightline.example.com/dashboard/overview|Overview>*')
    expect(second.text).toContain('2026-01-01 | 7,000 | a &lt;b&gt;')
  })
})

describe('who may do what', () => {
  it('shows users their own subscriptions, and owners and admins all of them', async () => {
    const mine = await subscribed(sender.ada)
    const theirs = await subscribed(world.bob)
    expect((await listed(world.bob)).map(({ id }) => id)).toEqual([theirs.id])
    for (const person of [sender.ada, sender.server.admin])
      expect((await listed(person)).map(({ id }) => id)).toEqual([mine.id, theirs.id])
    expect(await world.bob.delete(`/api/subscriptions/${mine.id}`)).toMatchObject({ status: 403 })
    expect(await world.bob.post(`/api/subscriptions/${mine.id}`, { schedule: at8 })).toMatchObject({ status: 403 })
    expect(await sender.ada.delete(`/api/subscriptions/${theirs.id}`)).toMatchObject({ status: 200 })
  })

  it('ends a subscription by the link in its mail, without signing in, but not by opening the page', async () => {
    const subscription = await subscribed(world.bob)
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
    expect(await listed(world.bob)).toHaveLength(1)
    for (const wrong of [`${subscription.id}.`, `${subscription.id + 1}.${token.split('.')[1]}`, 'x'])
      expect(await sender.server.anonymous.post(`/api/subscriptions/end/${wrong}`)).toMatchObject({ status: 400 })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ended = await sender.server.anonymous.fetch(address, {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    })
    expect([ended.status, await ended.json()]).toMatchObject([200, { ended: true }])
    expect(await listed(world.bob)).toEqual([])
    expect(await sender.server.anonymous.post(address)).toMatchObject({ status: 404, body: { code: 'subscription_over' } })
  })

  it('records subscriptions in the audit log', async () => {
    const { id } = await subscribed(world.bob)
    await world.bob.post(`/api/subscriptions/${id}`, { schedule: { interval: 12 * HOUR } })
    await world.bob.delete(`/api/subscriptions/${id}`)
    const entries = await sender.server.services.db.select().from(auditEntries).where(eq(auditEntries.actor_id, world.bob.id))
    const noted = entries.filter(({ details }) => (details as { subscription_id?: number }).subscription_id === id)
    expect(noted.map(({ action }) => action)).toEqual(['subscription.create', 'subscription.change', 'subscription.end'])
    expect(noted[0]).toMatchObject({ object_type: 'dashboard', object_id: String(world.board.id), object_name: 'Overview' })
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
    expect(await subscribe(world.bob, toOld)).toMatchObject({ status: 400, body: { code: 'subscription_archived' } })
  })
})
