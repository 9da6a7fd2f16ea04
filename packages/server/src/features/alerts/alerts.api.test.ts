import type { Alert, AlertSubscription } from '@sightline/contract/alerts.ts'
import type { ObjectCounters } from '@sightline/contract/status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { alertFixtures } from '../../testing/alert-fixtures.ts'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import type { Person } from '../../testing/server.ts'

const analyst = useAnalyst()
const { alertOn, condition } = alertFixtures(analyst)

let bob: Person
/** May not see Ada's data source. */
let stranger: Person
beforeAll(async () => {
  bob = await analyst.server.person({ name: 'Bob' })
  stranger = await analyst.server.person({ name: 'Eve', groups: [await buildGroup(analyst.server)] })
})

const aQuery = (text = 'select 7 as n') => buildQuery(analyst.ada, { data_source_id: analyst.source, query: text })
const create = (fields: object, person: Person = analyst.ada) => person.post<Alert & { message: string }>('/api/alerts', fields)
const at = ({ id }: { id: number }, rest = '') => `/api/alerts/${id}${rest}`

describe('an alert', () => {
  it('has the fields of the API and starts in the state unknown (ALERT-31, ALERT-32, OPEN-93, API-68, API-69)', async () => {
    const query = await aQuery()
    const options = { ...condition, subject: 'Too many', template: '{{state}}' }
    const alert = await alertOn(query, { name: 'Many', options, rearm: 60 })
    expect(alert).toEqual({
      id: expect.any(Number),
      name: 'Many',
      state: 'unknown',
      options,
      template: '{{state}}',
      rearm: 60,
      query_id: query.id,
      query: expect.objectContaining({ id: query.id, name: query.name, user: expect.objectContaining({ name: 'Ada' }) }),
      user: expect.objectContaining({ id: analyst.ada.id, name: 'Ada' }),
      last_triggered_at: null,
      evaluated_at: null,
      health: 'ok',
      value: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await analyst.ada.get(at(alert))).body).toEqual(alert)
    expect((await analyst.ada.get(at({ id: 999_999 }))).status).toBe(404)
  })

  it('stores blank texts as none, and keeps both copies of the template equal (ALERT-18, ALERT-19, OPEN-93, API-69)', async () => {
    const alert = await alertOn(await aQuery(), { rearm: 60, template: 'Beside', options: { ...condition, template: 'In' } })
    expect([alert.template, alert.options.template]).toEqual(['Beside', 'Beside'])
    const { body } = await analyst.ada.post<Alert>(at(alert), {
      rearm: '',
      template: '',
      options: { ...condition, template: '' },
    })
    expect(body).toMatchObject({ name: 'Watch', rearm: null, template: null, options: { template: null } })
    expect((await analyst.ada.post<Alert>(at(alert), { rearm: 0 })).body.rearm).toBeNull()
    expect((await analyst.ada.post<Alert>(at(alert), { template: 'Alone' })).body).toMatchObject({
      template: 'Alone',
      options: { ...condition, template: 'Alone' },
    })
  })

  it('gets the default name if it has none (ALERT-17)', async () => {
    const query = await aQuery()
    expect((await alertOn(query, { name: ' ' })).name).toBe(`${query.name}: n greater than 5`)
  })

  it('keeps operators and option names as sent (OPEN-89)', async () => {
    const options = { column: 'n', op: '>=', value: 'seven', custom_subject: 'S', custom_body: 'B', selector: 'max', mine: 1 }
    const alert = await alertOn(await aQuery(), { options })
    expect(alert).toMatchObject({ options, template: 'B' })
  })

  it.each([
    ['no name', { name: undefined }],
    ['no query', { query_id: undefined }],
    ['no options', { options: undefined }],
    ['no column', { options: { op: 'equals', value: 1 } }],
    ['OPEN-89 an operator that nobody knows', { options: { column: 'n', op: '=', value: 1 } }],
    ['a selector that nobody knows', { options: { ...condition, selector: 'last' } }],
    ['a name that is a structure', { name: { $ne: '' } }],
    ['a template whose tags do not fit together', { template: '{{#rows}}' }],
    ['a subject whose tags do not fit together', { options: { ...condition, custom_subject: '{{/rows}}' } }],
  ])('is refused with one sentence: %s (API-69)', async (_, fields) => {
    const query = await aQuery()
    const { status, body } = await create({ name: 'Watch', query_id: query.id, options: condition, ...fields })
    expect([status, body.message]).toEqual([400, expect.stringMatching(/\w/)])
  })

  it('requires a value to compare with (ALERT-14)', async () => {
    const query = await aQuery()
    const save = (value: unknown) => create({ name: 'Watch', query_id: query.id, options: { ...condition, value } })
    for (const value of [undefined, null, '', ' ', { $gt: 1 }, [1], true])
      expect([value, (await save(value)).status]).toEqual([value, 400])
    for (const value of [5, '5', -0.5]) expect(await save(value)).toMatchObject({ status: 200, body: { options: { value } } })
  })

  it('accepts only a number of seconds for rearm (ALERT-15)', async () => {
    const query = await aQuery()
    const save = (rearm: unknown) => create({ name: 'Watch', query_id: query.id, options: condition, rearm })
    for (const rearm of ['soon', -1, {}, true]) expect([rearm, (await save(rearm)).status]).toEqual([rearm, 400])
    for (const rearm of [60, 3600]) expect(await save(rearm)).toMatchObject({ status: 200, body: { rearm } })
  })

  it('cannot be created on a query that is archived, missing or not visible', async () => {
    const query = await aQuery()
    await analyst.ada.delete(`/api/queries/${query.id}`)
    const on = (query_id: number, person?: Person) => create({ name: 'Watch', query_id, options: condition }, person)
    expect((await on(query.id)).body.message).toMatch(/archived/)
    expect((await on(999_999)).status).toBe(404)
    expect((await on((await aQuery()).id, stranger)).status).toBe(403)
  })

  it('is deleted when its query is archived (OPEN-08)', async () => {
    const [query, other] = [await aQuery(), await aQuery()]
    const alerts = [await alertOn(query), await alertOn(query, {}, bob), await alertOn(other)]
    await analyst.ada.delete(`/api/queries/${query.id}`)
    const statuses = await Promise.all(alerts.map(async (alert) => (await analyst.ada.get(at(alert))).status))
    expect(statuses).toEqual([404, 404, 200])
    await analyst.ada.post(`/api/queries/${other.id}`, { is_archived: true })
    expect((await analyst.ada.get(at({ id: alerts[2]?.id ?? 0 }))).status).toBe(404)
  })

  it('can be muted and unmuted without changing anything else (API-69)', async () => {
    const alert = await alertOn(await aQuery(), { template: 'Words' })
    expect(await analyst.ada.post(at(alert, '/mute'))).toMatchObject({ status: 200, body: null })
    expect((await analyst.ada.get<Alert>(at(alert))).body.options).toEqual({ ...alert.options, muted: true })
    expect(await analyst.ada.delete(at(alert, '/mute'))).toMatchObject({ status: 200, body: null })
    expect((await analyst.ada.get<Alert>(at(alert))).body.options).toEqual({ ...alert.options, muted: false })
  })

  it('is deleted with its subscriptions (API-70)', async () => {
    const alert = await alertOn(await aQuery())
    await bob.post(at(alert, '/subscriptions'), {})
    expect(await analyst.ada.delete(at(alert))).toMatchObject({ status: 200, body: null })
    expect((await analyst.ada.get(at(alert))).status).toBe(404)
    expect((await bob.get(at(alert, '/subscriptions'))).status).toBe(404)
  })
})

describe('the list', () => {
  it("shows all alerts on data sources of the caller's groups, unpaged, newest first (API-67, PERM-29, OPEN-126)", async () => {
    const alert = await alertOn(await aQuery(), { name: 'Newest' })
    const names = async (person: Person) => (await person.get<Alert[]>('/api/alerts')).body.map(({ id }) => id)
    expect((await names(bob))[0]).toBe(alert.id)
    expect(await names(stranger)).toEqual([])
  })

  it('needs the permission list_alerts (PERM-29)', async () => {
    const reader = await analyst.server.person({ permissions: ['view_query'] })
    expect((await reader.get('/api/alerts')).status).toBe(403)
  })

  it('is counted as far as the caller may see it (API-04, HOME-12)', async () => {
    const countOf = async (person: Person) =>
      (await person.get<{ object_counters: ObjectCounters }>('/api/organization/status')).body.object_counters.alerts
    const [before, hidden] = [await countOf(bob), await countOf(stranger)]
    await alertOn(await aQuery())
    expect([await countOf(bob), await countOf(stranger), hidden]).toEqual([before + 1, hidden, 0])
  })
})

describe('who may', () => {
  it('create an alert: everybody who has access to the query, without any permission (ALERT-47, PERM-08)', async () => {
    const group = await buildGroup(analyst.server, { permissions: [] })
    const source = (await buildDataSource(analyst.server, { groups: { [group]: true } })).id
    const query = await buildQuery(analyst.server.admin, { data_source_id: source })
    const reader = await analyst.server.person({ groups: [group] })
    expect((await create({ name: 'Watch', query_id: query.id, options: condition }, reader)).status).toBe(200)
    expect((await create({ name: 'Watch', query_id: query.id, options: condition }, bob)).status).toBe(403)
  })

  it('read it: who has access to the query; change and delete it: its owner and admins (PERM-29)', async () => {
    const alert = await alertOn(await aQuery())
    const calls: [string, (person: Person) => Promise<{ status: number }>][] = [
      ['read', (person) => person.get(at(alert))],
      ['history', (person) => person.get(at(alert, '/history'))],
      ['change', (person) => person.post(at(alert), { name: 'Changed' })],
      ['mute', (person) => person.post(at(alert, '/mute'))],
      ['evaluate', (person) => person.post(at(alert, '/eval'))],
      ['delete', (person) => person.delete(at(alert))],
    ]
    const statuses: Record<string, number[]> = {}
    for (const [name, call] of calls) {
      statuses[name] = []
      for (const person of [stranger, bob, analyst.server.admin]) statuses[name].push((await call(person)).status)
    }
    expect(statuses).toEqual({
      read: [403, 200, 200],
      history: [403, 200, 200],
      change: [403, 403, 200],
      mute: [403, 403, 200],
      evaluate: [403, 403, 200],
      delete: [403, 403, 200],
    })
  })

  it('move it to another query: not to one that they may not see (PERM-29)', async () => {
    const source = (await buildDataSource(analyst.server, { groups: { [await buildGroup(analyst.server)]: false } })).id
    const hidden = await buildQuery(analyst.server.admin, { data_source_id: source })
    const alert = await alertOn(await aQuery())
    expect((await analyst.ada.post(at(alert), { query_id: hidden.id })).status).toBe(403)
    expect((await analyst.ada.get<Alert>(at(alert))).body.query_id).toBe(alert.query_id)
    for (const path of ['/api/alerts/preview', '/api/alerts/rehearsal'])
      expect((await analyst.ada.post(path, { query_id: hidden.id, options: condition })).status).toBe(403)
    const other = await aQuery()
    expect((await analyst.ada.post<Alert>(at(alert), { query_id: other.id })).body.query_id).toBe(other.id)
  })
})

describe('subscriptions', () => {
  const list = async (alert: Alert) => (await bob.get<AlertSubscription[]>(at(alert, '/subscriptions'))).body
  const subscribe = (alert: Alert, person: Person, body: object = { alert_id: alert.id }) =>
    person.post<AlertSubscription & { message: string }>(at(alert, '/subscriptions'), body)
  let made = 0
  const aDestination = async () => {
    const fields = { name: `Hook ${++made}`, type: 'webhook', options: { url: 'https://hooks.example.com/secret-path' } }
    return (await analyst.server.admin.post<{ id: number; name: string }>('/api/destinations', fields)).body
  }

  it('are by email, or to a destination, of which only the name is shown (ALERT-37, ALERT-45, API-71, API-72)', async () => {
    const alert = await alertOn(await aQuery())
    const { id, name } = await aDestination()
    const byMail = await subscribe(alert, bob)
    const toHook = await subscribe(alert, bob, { alert_id: alert.id, destination_id: id })
    expect(await list(alert)).toEqual([byMail.body, toHook.body])
    expect(byMail.body).toEqual({
      id: expect.any(Number),
      alert_id: alert.id,
      user: expect.objectContaining({ id: bob.id, name: 'Bob' }),
    })
    expect(toHook.body).toEqual({
      id: expect.any(Number),
      alert_id: alert.id,
      user: expect.objectContaining({ id: bob.id, name: 'Bob' }),
      destination: { id, name, type: 'webhook', icon: 'fa-bolt' },
      destination_id: id,
    })
  })

  it('cannot be created twice (API-72)', async () => {
    const alert = await alertOn(await aQuery())
    const { id } = await aDestination()
    await subscribe(alert, bob)
    await subscribe(alert, bob, { destination_id: id })
    const again = [await subscribe(alert, bob), await subscribe(alert, analyst.ada, { destination_id: id })]
    expect(again.map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'Bob is already subscribed to this alert.'],
      [400, expect.stringMatching(/is already subscribed to this alert/)],
    ])
    expect((await subscribe(alert, bob, { destination_id: 999_999 })).status).toBe(400)
    expect(await list(alert)).toHaveLength(2)
  })

  it('can be seen and created by users with access to the query (PERM-30)', async () => {
    const alert = await alertOn(await aQuery())
    expect((await stranger.get(at(alert, '/subscriptions'))).status).toBe(403)
    expect((await subscribe(alert, stranger)).status).toBe(403)
  })

  it('can be ended by their creator and by admins (ALERT-42, ALERT-43, PERM-30, API-73)', async () => {
    const alert = await alertOn(await aQuery())
    const end = (id: number, person: Person) => person.delete(at(alert, `/subscriptions/${id}`))
    const first = (await subscribe(alert, bob)).body.id
    expect((await end(first, analyst.ada)).status).toBe(403)
    expect((await end(first, stranger)).status).toBe(403)
    expect(await end(first, bob)).toMatchObject({ status: 200, body: null })
    const second = (await subscribe(alert, bob)).body.id
    expect((await end(second, analyst.server.admin)).status).toBe(200)
    expect(await list(alert)).toEqual([])
    expect((await end(second, analyst.server.admin)).status).toBe(404)
  })

  it('cannot be ended through another alert', async () => {
    const [alert, other] = [await alertOn(await aQuery()), await alertOn(await aQuery())]
    const { id } = (await subscribe(alert, bob)).body
    expect((await bob.delete(at(other, `/subscriptions/${id}`))).status).toBe(404)
    expect(await list(alert)).toHaveLength(1)
  })
})
