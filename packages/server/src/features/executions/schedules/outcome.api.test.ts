import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../../testing/builders.ts'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { queries } from '../../queries/tables.ts'
import { readFormats } from '../../settings/service.ts'
import { users } from '../../users/tables.ts'
import { scheduleFailures } from '../tables.ts'
import { failureMail, sendFailureMails, settleSchedules } from './outcome.ts'

const HALF_PAST = new Date('2026-11-22T11:30:00Z')
const NEXT_HOUR = new Date('2026-11-22T12:00:00Z')
const AN_EXECUTION = '00000000-0000-4000-8000-000000000001'

let mailServer: MailServer
let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  mailServer = await startMailServer()
  server = await startTestServer({
    // Without a worker only these tests send the mails.
    hasWorker: false,
    config: {
      mailUrl: mailServer.url,
      mailFrom: 'Sightline <sightline@example.com>',
      baseUrl: 'https://sightline.example.com/',
    },
  })
  source = (await buildDataSource(server)).id
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})
beforeEach(async () => {
  ada = await server.person({ name: 'Ada' })
  server.clock.now = HALF_PAST
  mailServer.mails.length = 0
  mailServer.refused.clear()
  await server.services.db.delete(scheduleFailures)
  await wantMails(true)
})

const wantMails = (isWanted: boolean) =>
  server.admin.post('/api/settings/organization', { send_email_on_failed_scheduled_queries: isWanted })

const queryOf = (who: Person, name: string) => buildQuery(who, { name, data_source_id: source, schedule: { interval: 3600 } })

/** Lets a scheduled run of a query fail. */
async function fail(query: { id: number }, reason: string): Promise<void> {
  const { services } = server
  await services.db.update(queries).set({ scheduled_execution_id: AN_EXECUTION }).where(eq(queries.id, query.id))
  await settleSchedules(
    services,
    { id: AN_EXECUTION, query_ids: [query.id] },
    { kind: 'failed', message: reason, queryIds: [] },
  )
}

const waiting = () => server.services.db.$count(scheduleFailures)

async function nextHour(): Promise<void> {
  server.clock.now = new Date((server.clock.now ?? NEXT_HOUR).getTime() + 3_600_000)
  await sendFailureMails(server.services)
}

describe('mails about failed scheduled queries', () => {
  it('notify the owner once an hour, with id, name, time, reason and count (OPEN-48)', async () => {
    const [orders, flights] = [await queryOf(ada, 'Orders <by> day'), await queryOf(ada, 'Flights')]
    await fail(orders, 'no such table: orders')
    await fail(flights, 'The query took longer than 60 seconds.')
    server.clock.now = new Date('2026-11-22T11:45:20Z')
    await fail(orders, 'no such table: orders')

    await sendFailureMails(server.services)
    expect(mailServer.mails).toEqual([])
    server.clock.now = NEXT_HOUR
    await sendFailureMails(server.services)

    const [mail, ...more] = mailServer.mails
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      from: { address: 'sightline@example.com' },
      to: [{ address: ada.email }],
      subject: 'Sightline failed to execute 2 of your scheduled queries',
    })
    expect(mail?.text).toContain(
      `#${orders.id} Orders <by> day\nhttps://sightline.example.com/queries/${orders.id}\n` +
        'Last failed: 2026-11-22 11:45 UTC\nReason: no such table: orders\nFailures: 2\n',
    )
    expect(mail?.text).toContain(`#${flights.id} Flights\n`)
    expect(mail?.html).toContain(`<a href="https://sightline.example.com/queries/${orders.id}"`)
    expect(mail?.html).toContain('Orders &lt;by&gt; day')
    expect(await waiting()).toBe(0)

    await fail(orders, 'no such table: orders')
    server.clock.now = new Date('2026-11-22T12:59:00Z')
    await sendFailureMails(server.services)
    expect(mailServer.mails).toHaveLength(1)
    server.clock.now = new Date('2026-11-22T13:00:00Z')
    await sendFailureMails(server.services)
    expect(mailServer.mails).toHaveLength(2)
  })

  it('are only sent if the organization wants them (OPEN-48, ORG-06)', async () => {
    await wantMails(false)
    const query = await queryOf(ada, 'Orders')
    await fail(query, 'no such table')
    await wantMails(true)
    await nextHour()
    await fail(query, 'no such table')
    await wantMails(false)
    await nextHour()
    await wantMails(true)
    await nextHour()
    expect(mailServer.mails).toEqual([])
  })

  it('are not lost if the mail server refuses one, and the others are not sent twice', async () => {
    const bob = await server.person({ name: 'Bob' })
    await fail(await queryOf(ada, 'Orders'), 'no such table')
    await fail(await queryOf(bob, 'Flights'), 'no such table')
    mailServer.refused.add(ada.email)
    server.clock.now = NEXT_HOUR
    await expect(sendFailureMails(server.services)).rejects.toThrow('1 of 2 mails could not be sent.')
    expect(mailServer.mails.map(({ to }) => to?.[0]?.address)).toEqual([bob.email])
    mailServer.refused.clear()
    await sendFailureMails(server.services)
    expect(mailServer.mails.map(({ to }) => to?.[0]?.address)).toEqual([bob.email, ada.email])
  })

  it('stop at 100 failures in a row', async () => {
    const query = await queryOf(ada, 'Orders')
    const failedBefore = (schedule_failures: number) =>
      server.services.db.update(queries).set({ schedule_failures }).where(eq(queries.id, query.id))
    await failedBefore(99)
    await fail(query, 'no such table')
    await nextHour()
    expect(mailServer.mails).toEqual([])
    await failedBefore(98)
    await fail(query, 'no such table')
    await nextHour()
    expect(mailServer.mails).toHaveLength(1)
    expect(mailServer.mails[0]?.text).toContain(
      'This query has failed 99 times in a row. These emails stop after 100 failures.',
    )
  })

  it('are not sent to disabled owners', async () => {
    await fail(await queryOf(ada, 'Orders'), 'no such table')
    await server.services.db.update(users).set({ disabled_at: HALF_PAST }).where(eq(users.id, ada.id))
    await nextHour()
    expect(mailServer.mails).toEqual([])
  })

  it('are logged as undeliverable without a mail server, and sent once there is one', async () => {
    await fail(await queryOf(ada, 'Orders'), 'no such table')
    const { services } = server
    server.clock.now = NEXT_HOUR
    await sendFailureMails({ ...services, mailer: { ...services.mailer, isConfigured: false } })
    expect(server.log.at(-1)).toContain('email is not configured')
    await sendFailureMails(services)
    expect(mailServer.mails).toHaveLength(1)
  })
})

describe('the mail about failures', () => {
  let formats: ValueFormats
  beforeAll(async () => {
    formats = await readFormats(server.services)
  })
  const failure = (schedule_failures: number) => ({
    reason: 'no such table',
    failed_at: HALF_PAST,
    query: { id: 7, name: 'Orders', schedule_failures },
  })

  it('announces from 76 failures on that mails will stop', () => {
    expect(failureMail([failure(75)], formats, null).text).not.toContain('stop at 100')
    expect(failureMail([failure(76)], formats, null).text).toContain('This query has failed 76 times in a row.')
  })

  it('names the time in the time zone of the organization (OPEN-131)', () => {
    const inBerlin = { ...formats, dateTimeFormat: 'YYYY-MM-DD HH:mm', timeZone: 'Europe/Berlin' }
    expect(failureMail([failure(1)], inBerlin, null).text).toContain('Last failed: 2026-11-22 12:30 Europe/Berlin\n')
  })

  it('has no links while the URL of the site is unknown', () => {
    expect(failureMail([failure(1)], formats, null).html).not.toContain('href')
    expect(failureMail([failure(1)], formats, 'https://example.com/').text).toContain('https://example.com/queries/7')
  })
})
