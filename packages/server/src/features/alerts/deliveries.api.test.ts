import type { Alert } from '@sightline/contract/alerts.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { alertFixtures } from '../../testing/alert-fixtures.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { useDeliveryTestServer } from '../../testing/delivery-test-server.ts'
import { never } from '../../testing/never.ts'
import type { Person } from '../../testing/server.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'
import { users } from '../users/tables.ts'
import { checkResult } from './checks.ts'
import { enqueueDueDeliveries, MAX_TRIES, sendDelivery } from './deliveries.ts'
import { alertDeliveries } from './tables.ts'

const sender = useDeliveryTestServer()
const { alertOn, historyOf, settledEvent, watched } = alertFixtures(sender)

let made = 0
/** Subscribes a new webhook to an alert. @returns its name */
async function subscribeHook(alert: Alert, path = '/hook', person: Person = sender.ada): Promise<string> {
  const name = `Hook ${++made}`
  const fields = { name, type: 'webhook', options: { url: `${sender.hook.url}${path}` } }
  const destination = (await sender.server.admin.post<{ id: number }>('/api/destinations', fields)).body
  await person.post(`/api/alerts/${alert.id}/subscriptions`, { destination_id: destination.id })
  return name
}
const subscribe = (alert: Alert, person: Person) => person.post<{ id: number }>(`/api/alerts/${alert.id}/subscriptions`, {})
const later = (minutes: number) => {
  sender.server.clock.now = new Date((sender.server.clock.now ?? new Date()).getTime() + minutes * 60_000)
}
/** Attempts a due delivery and waits for its outcome. */
async function tryAgain(alert: Alert, tries: number) {
  await sendDelivery(sender.server.services, (await settledEvent(alert)).deliveries[0]?.id ?? 0, never)
  expect((await settledEvent(alert)).deliveries[0]).toMatchObject({ tries })
}

describe('a user who is subscribed', () => {
  it('gets a mail about each change, with the value, in text and in HTML (ALERT-34, ALERT-35, ALERT-37)', async () => {
    const { query, setValue: shows } = await watched({ columns: ", 'a <b>b</b> & c' as note" })
    const alert = await alertOn(query, { name: 'Many <i>things</i>' })
    await subscribe(alert, sender.ada)
    await shows('7')
    expect((await settledEvent(alert)).deliveries).toMatchObject([
      { recipient: 'Ada', state: 'sent', tries: 1, last_error: null },
    ])
    const [mail] = sender.mailServer.mails
    expect(mail?.to).toMatchObject([{ address: sender.ada.email }])
    expect(mail?.subject).toBe('Alert: Many <i>things</i> changed status to TRIGGERED')
    expect(mail?.text).toContain('First row value is 7, which is greater than 5.')
    expect(mail?.text).toContain(`https://sightline.example.com/alerts/${alert.id}`)
    expect(mail?.text).toContain('7 | a <b>b</b> & c')
    expect(mail?.html).toContain('First row value is <strong>7</strong>, which is greater than <strong>5</strong>.')
    expect(mail?.html).toContain('a &lt;b&gt;b&lt;/b&gt; &amp; c')
    expect(mail?.html).not.toMatch(/<i>|<b>/)
    await shows('3')
    await settledEvent(alert)
    expect(sender.mailServer.mails.map(({ subject }) => subject?.slice(-9))).toEqual(['TRIGGERED', 'tus to OK'])
  })

  it('gets the custom subject and description, without hostile markup (ALERT-35)', async () => {
    const { query, setValue: shows } = await watched({ columns: ", '<img src=x onerror=alert(1)>' as note" })
    const template =
      '<p>See <a href="https://example.com/run" onclick="x()">this</a></p>{{#rows}}{{note}}{{{note}}}{{/rows}}<script>alert(2)</script>'
    const alert = await alertOn(query, {
      options: { column: 'n', op: '>', value: 5, subject: 'Down: {{state}} at {{QUERY_RESULT_VALUE}}', template },
    })
    await subscribe(alert, sender.ada)
    await shows('7')
    await settledEvent(alert)
    const [mail] = sender.mailServer.mails
    expect(mail?.subject).toBe('Down: triggered at 7')
    expect(mail?.html).toContain('<p>See <a href="https://example.com/run">this</a></p>')
    expect(mail?.html).not.toMatch(/<img|<script|onclick/)
    expect(mail?.text).toContain('See this')
  })

  it('gets the condition in words of their language, however its operator is stored (OPEN-553)', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query, { options: { column: 'n', op: '>', value: 5 } })
    const bert = await sender.server.person({ name: 'Bert' })
    await bert.post(`/api/users/${bert.id}`, { language: 'de' })
    for (const person of [sender.ada, bert]) await subscribe(alert, person)
    await shows('7')
    await settledEvent(alert)
    const conditionTo = ({ email }: { email: string }) =>
      /^(Condition|Bedingung): .*$/m.exec(sender.mailServer.mails.find(({ to }) => to?.[0]?.address === email)?.text ?? '')?.[0]
    expect(conditionTo(sender.ada)).toBe('Condition: n greater than 5')
    expect(conditionTo(bert)).toBe('Bedingung: n größer als 5')
  })

  it('gets numbers and times in the formats and the time zone of the organization (ORG-04, OPEN-131)', async () => {
    const settings = (change: object) => sender.server.admin.post('/api/settings/organization', change)
    const before = { thousands_separator: ',', decimal_separator: '.', date_format: 'YYYY-MM-DD', time_zone: 'UTC' }
    const { query, setValue: shows } = await watched({ columns: ", '2026-11-22'::date as day" })
    const alert = await alertOn(query)
    await subscribe(alert, sender.ada)
    await settings({ thousands_separator: '.', decimal_separator: ',', date_format: 'DD.MM.YYYY', time_zone: 'Europe/Berlin' })
    try {
      await shows('1234567.5')
      await settledEvent(alert)
    } finally {
      await settings(before)
    }
    const [mail] = sender.mailServer.mails
    expect(mail?.text).toContain('First row value is 1.234.567,5, which is greater than 5.')
    expect(mail?.text).toContain('1.234.567,5 | 22.11.2026')
    expect(mail?.text).toMatch(/^Checked: \d\d\.\d\d\.\d{4} \d\d:\d\d Europe\/Berlin$/m)
    expect(mail?.html).toContain('<strong>1.234.567,5</strong>')
  })

  it('gets the first chart of the query as an image of the result that fired', async () => {
    const { query, setValue: shows } = await watched({ columns: ", 'Zürich' as town" })
    const options = { globalSeriesType: 'column', columnMapping: { town: 'x', n: 'y' } }
    await sender.ada.post('/api/visualizations', { query_id: query.id, type: 'CHART', name: 'By town', options })
    const alert = await alertOn(query)
    await subscribe(alert, sender.ada)
    await shows('7')
    await settledEvent(alert)
    const [mail] = sender.mailServer.mails
    expect(mail?.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline' }])
    expect(mail?.html).toMatch(/<img src="cid:chart" [^>]*alt="By town\. Bar chart of n by town[^"]*7/)
  })

  it('is not notified of the first ok, nor while the alert is muted (OPEN-91)', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    await subscribe(alert, sender.ada)
    await shows('3')
    await sender.ada.post(`/api/alerts/${alert.id}/mute`)
    await shows('7')
    expect((await historyOf(alert)).map(({ state, deliveries }) => [state, deliveries])).toEqual([
      ['triggered', []],
      ['ok', []],
    ])
    await sender.ada.delete(`/api/alerts/${alert.id}/mute`)
    await shows('4')
    expect((await settledEvent(alert)).deliveries).toHaveLength(1)
    expect(sender.mailServer.mails).toHaveLength(1)
  })

  it('gets a test on request, even while the alert is muted', async () => {
    const alert = await alertOn((await watched()).query, { options: { column: 'n', op: '>', value: 5, muted: true } })
    await subscribe(alert, sender.ada)
    await sender.ada.post(`/api/alerts/${alert.id}/eval`)
    expect(await settledEvent(alert)).toMatchObject({ kind: 'test', deliveries: [{ state: 'sent' }] })
    expect(sender.mailServer.mails[0]?.text).toContain('This is a test that a user sent.')
  })

  it('gets no mail if disabled or no longer allowed to see the query', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const [bob, carol] = [await sender.server.person({ name: 'Bob' }), await sender.server.person({ name: 'Carol' })]
    await subscribe(alert, bob)
    await subscribe(alert, carol)
    await sender.server.admin.post(`/api/users/${carol.id}/disable`)
    await sender.server.services.db.delete(dataSourceGroups).where(eq(dataSourceGroups.data_source_id, sender.source))
    try {
      await sender.server.services.db
        .insert(dataSourceGroups)
        .values({ data_source_id: sender.source, group_id: await groupOfAda() })
      await shows('7')
      const { deliveries } = await settledEvent(alert)
      expect(deliveries.map(({ recipient, state, last_error }) => [recipient, state, last_error])).toEqual([
        ['Bob', 'dropped', 'This user may no longer see the query.'],
        ['Carol', 'dropped', 'This user may no longer see the query.'],
      ])
      expect(sender.mailServer.mails).toEqual([])
    } finally {
      for (const group_id of sender.ada.groupIds)
        await sender.server.services.db.insert(dataSourceGroups).values({ data_source_id: sender.source, group_id })
    }
  })
})

/** Moves Ada to a group of her own. */
async function groupOfAda(): Promise<number> {
  const group = (await sender.server.admin.post<{ id: number }>('/api/groups', { name: `Of Ada ${++made}` })).body.id
  await sender.server.admin.post(`/api/groups/${group}/members`, { user_id: sender.ada.id })
  return group
}

describe('a destination', () => {
  it('is notified of an event under a key that is unique to the event (DEST-09, ALERT-34)', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query, { name: 'Many', template: '{{#rows}}{{n}}{{/rows}}', rearm: 60 })
    await subscribeHook(alert)
    await shows('7')
    await settledEvent(alert)
    await shows('3')
    await settledEvent(alert)
    const [first, second] = sender.hook.calls
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      event: 'alert_state_change',
      alert: {
        id: alert.id,
        name: 'Many',
        state: 'triggered',
        query_id: query.id,
        user_id: sender.ada.id,
        rearm: 60,
        description: '7',
        title: null,
      },
      url_base: 'https://sightline.example.com',
      metadata: { Username: sender.ada.email, query_id: query.id, Scheduled: false, 'Job ID': expect.any(String) },
    })
    expect(first?.headers['webhook-id']).toMatch(new RegExp(`^alert-${alert.id}-`))
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
  })

  it('that is down does not delay others, and is retried with growing pauses under the same key', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const name = await subscribeHook(alert)
    await subscribe(alert, sender.ada)
    sender.hook.answer = { status: 503, body: 'later, please' }
    sender.server.clock.now = new Date()
    await shows('7')
    const { deliveries } = await settledEvent(alert)
    expect(deliveries).toMatchObject([
      {
        recipient: name,
        state: 'waiting',
        tries: 1,
        last_error: expect.stringMatching(/answered with status 503: later, please/),
      },
      { recipient: 'Ada', state: 'sent' },
    ])
    const pauseOf = async () =>
      (Date.parse((await settledEvent(alert)).deliveries[0]?.next_try_at ?? '') - (sender.server.clock.now?.getTime() ?? 0)) /
      60_000
    expect(await pauseOf()).toBe(1)
    await enqueueDueDeliveries(sender.server.services)
    expect(sender.hook.calls).toHaveLength(1)
    later(1)
    await tryAgain(alert, 2)
    expect(await pauseOf()).toBe(2)
    later(2)
    await tryAgain(alert, 3)
    expect(await pauseOf()).toBe(4)
    sender.hook.answer = { status: 200 }
    later(4)
    // As the recovery round does every minute.
    await enqueueDueDeliveries(sender.server.services)
    await expect
      .poll(async () => (await settledEvent(alert)).deliveries[0])
      .toMatchObject({ state: 'sent', tries: 4, last_error: null })
    expect(new Set(sender.hook.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(sender.hook.calls).toHaveLength(4)
  })

  it('is given up after the last attempt, or at once if a retry cannot succeed', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    await subscribeHook(alert, '/secret-path')
    sender.hook.answer = { status: 404, body: 'no such hook: /secret-path' }
    await shows('7')
    const [refused] = (await settledEvent(alert)).deliveries
    expect(refused).toMatchObject({ state: 'failed', tries: 1, next_try_at: null })
    expect(refused?.last_error).toMatch(/status 404/)
    expect(JSON.stringify([refused, sender.server.log])).not.toContain('secret-path')

    sender.hook.answer = { status: 500 }
    await shows('3')
    const [{ id } = { id: 0 }] = (await settledEvent(alert)).deliveries
    await sender.server.services.db
      .update(alertDeliveries)
      .set({ tries: MAX_TRIES - 1, next_try_at: new Date(0) })
      .where(eq(alertDeliveries.id, id))
    await sendDelivery(sender.server.services, id, never)
    expect((await settledEvent(alert)).deliveries[0]).toMatchObject({ state: 'failed', tries: MAX_TRIES })
  })

  it('is called once, even if several workers attempt it at the same time', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    await subscribeHook(alert)
    sender.hook.answer = { status: 500 }
    await shows('7')
    const [{ id } = { id: 0 }] = (await settledEvent(alert)).deliveries
    sender.hook.calls.length = 0
    sender.hook.answer = { status: 200 }
    later(5)
    await Promise.all(Array.from({ length: 6 }, () => sendDelivery(sender.server.services, id, never)))
    expect((await settledEvent(alert)).deliveries).toMatchObject([{ state: 'sent', tries: 2 }])
    expect(sender.hook.calls).toHaveLength(1)
  })

  it('is not notified once its subscriber is disabled or may not see the data source, and the history says why', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const [bob, carol] = [await sender.server.person({ name: 'Bob' }), await sender.server.person({ name: 'Carol' })]
    const names = [await subscribeHook(alert, '/bob', bob), await subscribeHook(alert, '/carol', carol)]
    await sender.server.admin.post(`/api/users/${carol.id}/disable`)
    await sender.server.services.db.update(users).set({ group_ids: [] }).where(eq(users.id, bob.id))
    await shows('7')
    const { deliveries } = await settledEvent(alert)
    const why = 'The user who subscribed this destination may no longer see the query.'
    expect(deliveries.map(({ recipient, state, last_error }) => [recipient, state, last_error])).toEqual(
      names.map((name) => [name, 'dropped', why]),
    )
    expect(sender.hook.calls).toEqual([])
  })

  it('gets no value from a data source that its subscriber may not see', async () => {
    const finance = await buildGroup(sender.server)
    const payroll = await buildDataSource(sender.server, { groups: { [finance]: false } })
    const joins = await buildDataSource(sender.server, { type: 'results', options: {} })
    const alice = await sender.server.person({ name: 'Alice', groups: [...sender.ada.groupIds, finance] })
    const secret = await buildQuery(alice, { data_source_id: payroll.id, query: 'select 999999 as n' })
    const query = await buildQuery(alice, { data_source_id: joins.id, query: `select * from query_${secret.id}` })
    const alert = await alertOn(query, {}, alice)
    const names = [await subscribeHook(alert, '/alice', alice), await subscribeHook(alert, '/ada')]
    await subscribe(alert, sender.ada)
    await checkResult(sender.server.services, await sender.run(query, alice))
    const { deliveries } = await settledEvent(alert)
    expect(deliveries.map(({ recipient, state, last_error }) => [recipient, state, last_error])).toEqual([
      [names[0], 'sent', null],
      [
        names[1],
        'dropped',
        'The user who subscribed this destination may not see all data sources that the value was read from.',
      ],
      ['Ada', 'dropped', 'This user may not see all data sources that the value was read from.'],
    ])
    expect(sender.hook.calls.map(({ path }) => path)).toEqual(['/alice'])
    expect(sender.mailServer.mails).toEqual([])
  })

  it('is not notified once the subscription has ended', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    await subscribeHook(alert)
    sender.hook.answer = { status: 500 }
    await shows('7')
    await settledEvent(alert)
    const [subscription] = (await sender.ada.get<{ id: number }[]>(`/api/alerts/${alert.id}/subscriptions`)).body
    await sender.ada.delete(`/api/alerts/${alert.id}/subscriptions/${subscription?.id}`)
    sender.hook.calls.length = 0
    later(5)
    await enqueueDueDeliveries(sender.server.services)
    await expect
      .poll(async () => (await settledEvent(alert)).deliveries[0])
      .toMatchObject({
        state: 'dropped',
        last_error: 'This subscription has ended.',
      })
    expect(sender.hook.calls).toEqual([])
  })
})

describe('without a mail server', () => {
  it('the delivery to an email subscriber fails, and the history says why', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    await subscribe(alert, sender.ada)
    sender.hook.answer = { status: 200 }
    const { mailer } = sender.server.services
    const silent = { ...mailer, isConfigured: false }
    sender.server.services.mailer = silent
    try {
      await shows('7')
      await settledEvent(alert)
    } finally {
      sender.server.services.mailer = mailer
    }
    expect((await settledEvent(alert)).deliveries).toMatchObject([
      { state: 'failed', last_error: expect.stringMatching(/^Email is not configured/) },
    ])
  })
})
