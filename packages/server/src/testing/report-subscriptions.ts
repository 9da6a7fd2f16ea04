import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Subscription } from '@sightline/contract/subscriptions.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { attemptReport } from '../features/subscriptions/deliveries.ts'
import { subscriptions } from '../features/subscriptions/tables.ts'
import { buildGroup, buildQuery } from './builders.ts'
import { useDeliveryTestServer } from './delivery-test-server.ts'
import { never } from './never.ts'
import type { Person } from './server.ts'

export const HOUR = 3600
export const at8 = { interval: 24 * HOUR, time: '08:00', day_of_week: null, until: null }
/** A time on Monday, 23 November 2026. Each test begins at 07:00. */
export const monday = (time: string) => new Date(`2026-11-23T${time}:00Z`)
/** A delivery test server with Ada's dashboard Overview of her query Sales, to which she and Bob subscribe. */
export function useSubscriptions() {
  const sender = useDeliveryTestServer()
  let bob: Person
  let board: Dashboard
  let query: Query
  let made = 0

  const place = (what: { text?: string; visualization_id?: number }, row: number) =>
    sender.ada.post('/api/widgets', {
      dashboard_id: board.id,
      visualization_id: null,
      text: '',
      width: 1,
      options: { position: { col: 0, row, sizeX: 3, sizeY: 3 } },
      ...what,
    })
  beforeAll(async () => {
    const { ada, server, source } = sender
    bob = await server.person({ name: 'Bob' })
    const text =
      "select * from (values ('2026-01-01'::date, 7000, 'a <b>'), ('2026-02-01'::date, 9, 'c')) as t(day, sold, shop)"
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

  const subscribe = (person: Person, fields: object = {}) =>
    person.post<Subscription>('/api/subscriptions', {
      ...{ object_type: 'dashboard', object_id: board.id },
      schedule: at8,
      ...fields,
    })
  return {
    sender,
    get bob() {
      return bob
    },
    get board() {
      return board
    },
    get query() {
      return query
    },
    /** Puts something on the dashboard. */
    place,
    /** Asks for a subscription, by default to the dashboard each day at 8. */
    subscribe,
    /** Subscribes like `subscribe`, which must succeed. */
    async subscribed(person: Person, fields: object = {}): Promise<Subscription> {
      const { status, body } = await subscribe(person, fields)
      expect({ status, body }).toMatchObject({ status: 200 })
      return body
    },
    send: ({ id }: { id: number }) => attemptReport(sender.server.services, id, never),
    async makeDue<S extends { id: number }>(subscription: S): Promise<S> {
      const now = sender.server.services.now()
      const due = { due_at: now, next_try_at: now, tries: 0 }
      await sender.server.services.db.update(subscriptions).set(due).where(eq(subscriptions.id, subscription.id))
      return subscription
    },
    /** The subscriptions to the dashboard that someone sees. */
    listed: async (person: Person) =>
      (await person.get<Subscription[]>(`/api/subscriptions?object_type=dashboard&object_id=${board.id}`)).body,
    /** The id of a new destination, which sends to the destination service of the test. */
    async destinationOf(type: 'webhook' | 'slack'): Promise<number> {
      const fields = { name: `Hook ${++made}`, type, options: { url: `${sender.hook.url}/${type}` } }
      return (await sender.server.admin.post<{ id: number }>('/api/destinations', fields)).body.id
    },
    /** The id of a new group with these people. */
    async groupOf(...people: Person[]): Promise<number> {
      const group = await buildGroup(sender.server)
      for (const { id } of people) await sender.server.admin.post(`/api/groups/${group}/members`, { user_id: id })
      return group
    },
  }
}
