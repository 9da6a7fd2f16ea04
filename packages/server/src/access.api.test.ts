import { randomUUID } from 'node:crypto'
import { api } from '@sightline/contract/api.ts'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataSourceGroups } from './features/data-sources/tables.ts'
import { effectivePermissions } from './features/users/find.ts'
import { users as userTable } from './features/users/tables.ts'
import { buildServer } from './server.ts'
import { accessCalls } from './testing/access-calls.ts'
import { callRoute } from './testing/access-outcome.ts'
import { accessPage } from './testing/access-page.ts'
import { accessTable, type Caller, callers } from './testing/access-table.ts'
import { type AccessWorld, buildAccessWorld } from './testing/access-world.ts'
import { buildDataSource, buildGroup, buildQuery } from './testing/builders.ts'
import { clientOf, type TestClient } from './testing/client.ts'
import { type Person, startTestServer, type TestServer } from './testing/server.ts'

/** No record has this id: a permitted call is answered with 404 or 400, and changes nothing. */
const UNKNOWN_ID = 2_147_483_000

let server: TestServer
/** The owner of `query`. */
let owner: Person
let source: number
let group: number
let query: Query

beforeAll(async () => {
  server = await startTestServer()
  group = await buildGroup(server)
  owner = await server.person({ name: 'Owner', groups: [group] })
  source = (await buildDataSource(server, { groups: { [group]: false } })).id
  query = await buildQuery(owner, { data_source_id: source })
})
afterAll(() => server.close())

const endpoints: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const name = ({ method, path }: Endpoint) => `${method} ${path}`

const keyOf = ({ api_key }: Query) => clientOf(server.url, () => ({ authorization: `Key ${api_key}` }))

/** The path of an endpoint with its placeholders filled in. */
function addressOf({ path }: Endpoint, id: number): string {
  const values: Record<string, string> = { job: randomUUID(), slug: 'no-such-slug', access_type: 'modify' }
  return path
    .replace('/api/:type/', '/api/queries/')
    .replace(':type', 'json')
    .replace(/:(\w+)/g, (_, placeholder: string) => values[placeholder] ?? String(id))
}

async function call(client: TestClient, endpoint: Endpoint, id: number) {
  const address = addressOf(endpoint, id)
  if (endpoint.method === 'GET') return client.get<{ code?: string }>(address)
  return endpoint.method === 'POST' ? client.post<{ code?: string }>(address, {}) : client.delete<{ code?: string }>(address)
}

/** Kinds of users, and the permissions of their group. */
const users: Record<string, readonly Permission[]> = {
  'a user of the group default': defaultPermissions,
  'a user without any permission': [],
  'a user who may only look': ['view_query', 'list_dashboards'],
  'a user who may only write': ['create_query', 'edit_query', 'execute_query', 'list_data_sources'],
  'an admin': ['admin'],
}

describe.each(Object.entries(users))('%s', (_, granted) => {
  const permissions = effectivePermissions([granted])
  const isAdmitted = ({ access }: Endpoint) =>
    access === 'anyone' || access === 'viewer' || access === 'user' || permissions.has(access)
  let client: TestClient
  beforeAll(async () => {
    client = await server.person({ permissions: [...granted] })
  })

  it.each(endpoints.map((endpoint) => [name(endpoint), endpoint] as const))(
    'can call %s exactly if the contract says so (PERM-42)',
    async (_, endpoint) => {
      // These endpoints serve only the user's own account; for other users they do not even reveal whether the account exists.
      const isForOneself = endpoint.access === 'user' && endpoint.path.startsWith('/api/users/:id')
      const self = isForOneself ? await server.person({ permissions: [...granted] }) : null
      const { status, body } = await call(self ?? client, endpoint, self?.id ?? UNKNOWN_ID)
      if (isAdmitted(endpoint)) {
        expect(status).not.toBe(403)
        expect(status).toBeLessThan(500)
        expect(body?.code).not.toBe('unauthenticated')
      } else expect([status, body]).toMatchObject([403, { code: 'forbidden', message: expect.stringMatching(/\w/) }])
    },
  )
})

describe('an anonymous caller', () => {
  it.each(endpoints.map((endpoint) => [name(endpoint), endpoint] as const))(
    'is asked to sign in by %s, unless the endpoint is public (PERM-41)',
    async (_, endpoint) => {
      for (const client of [server.anonymous, clientOf(server.url, () => ({ authorization: 'Key not-a-key' }))]) {
        const { status, body } = await call(client, endpoint, query.id)
        if (endpoint.access === 'anyone') expect(body?.code).not.toBe('unauthenticated')
        else if (endpoint.path === '/status.json') expect(status).toBe(302)
        else expect([status, body]).toMatchObject([404, { code: 'unauthenticated', message: expect.stringContaining('login') }])
      }
    },
  )
})

describe('the key of a query', () => {
  /** A key may only read and run its query. */
  const open = (endpoint: Endpoint) => ['anyone', 'viewer', 'view_query'].includes(endpoint.access)
  const isOfQuery = ({ path }: Endpoint) =>
    /^\/api\/(queries|:type)\/:id(\/|$)/.test(path) || path.startsWith('/api/queries/:id.')

  it.each(endpoints.map((endpoint) => [name(endpoint), endpoint] as const))(
    'can call %s only for its own query, and only to read or run it',
    async (_, endpoint) => {
      const { status, body } = await call(keyOf(query), endpoint, query.id)
      if (endpoint.access === 'anyone') expect(body?.code).not.toBe('unauthenticated')
      else if (endpoint.path === '/status.json') expect(status).toBe(302)
      else if (!isOfQuery(endpoint)) expect([status, body]).toMatchObject([404, { code: 'unauthenticated' }])
      else if (open(endpoint))
        expect([status < 500, status === 403, body?.code === 'unauthenticated']).toEqual([true, false, false])
      else expect([status, body]).toMatchObject([403, { code: endpoint.access === 'user' ? 'user_key_needed' : 'forbidden' }])
    },
  )

  it('cannot access any other query', async () => {
    const other = await buildQuery(owner, { data_source_id: source })
    for (const endpoint of endpoints.filter((each) => isOfQuery(each) && each.access !== 'anyone')) {
      const { status, body } = await call(keyOf(query), endpoint, other.id)
      expect([name(endpoint), status, body]).toMatchObject([name(endpoint), 404, { code: 'unauthenticated' }])
    }
  })
})

describe('calls on one query (OPEN-27)', () => {
  const kinds = ['stranger', 'viewOnly', 'colleague', 'grantee', 'owner', 'admin'] as const
  type Kind = (typeof kinds)[number]
  let people: Record<Kind, Person>
  let subject: Query

  beforeAll(async () => {
    const watchers = await buildGroup(server)
    await server.services.db.insert(dataSourceGroups).values({ data_source_id: source, group_id: watchers, view_only: true })
    people = {
      /** Shares no data source. */
      stranger: await server.person({ groups: [await buildGroup(server)] }),
      viewOnly: await server.person({ groups: [watchers] }),
      colleague: await server.person({ groups: [group] }),
      grantee: await server.person({ groups: [group] }),
      owner,
      admin: server.admin,
    }
  })
  let made = 0
  beforeEach(async () => {
    // A query text of its own, so that runs of the other queries do not change this one.
    subject = await buildQuery(owner, { data_source_id: source, query: `select ${++made} as own` })
    await owner.post(`/api/queries/${subject.id}/acl`, { access_type: 'modify', user_id: people.grantee.id })
  })

  const all = kinds
  const seeing: readonly Kind[] = ['viewOnly', 'colleague', 'grantee', 'owner', 'admin']
  const full: readonly Kind[] = ['colleague', 'grantee', 'owner', 'admin']
  const editing: readonly Kind[] = ['grantee', 'owner', 'admin']
  const owning: readonly Kind[] = ['owner', 'admin']
  const at = (path: string) => `/api/queries/${subject.id}${path}`
  const grant = () => ({ access_type: 'modify', user_id: people.colleague.id })

  it.each<[string, readonly Kind[], (person: Person) => Promise<{ status: number }>]>([
    ['read it', seeing, (person) => person.get(at(''))],
    ['mark it', seeing, (person) => person.post(at('/favorite'))],
    ['take the mark away', seeing, (person) => person.delete(at('/favorite'))],
    ['read its access list', seeing, (person) => person.get(at('/acl'))],
    ['ask for their own entry', seeing, (person) => person.get(at('/acl/modify'))],
    ['run it, as it is safe', seeing, (person) => person.post(at('/results'), { max_age: 0 })],
    ['refresh it', full, (person) => person.post(at('/refresh'))],
    ['fork it', full, (person) => person.post(at('/fork'))],
    ['rename it', editing, (person) => person.post(at(''), { name: 'New name' })],
    ['change its text', editing, (person) => person.post(at(''), { query: 'select 2' })],
    ['change its schedule', editing, (person) => person.post(at(''), { schedule: { interval: 3600 } })],
    ['add a visualization', editing, (person) => person.post('/api/visualizations', { query_id: subject.id, type: 'CHART' })],
    ['tag it', owning, (person) => person.post(at(''), { tags: ['new'] })],
    ['publish it', owning, (person) => person.post(at(''), { is_draft: false })],
    ['archive it', owning, (person) => person.delete(at(''))],
    ['replace its key', owning, (person) => person.post(at('/regenerate_api_key'))],
    ['grant access', owning, (person) => person.post(at('/acl'), grant())],
    ['take access back', owning, (person) => person.delete(at('/acl'), grant())],
  ])('to %s are allowed only for %j (PERM-42)', async (_, allowed, act) => {
    // Refused callers come first: once archived, the query would refuse them for another reason.
    const refused = all.filter((kind) => !allowed.includes(kind))
    const seen: [Kind, number][] = []
    const before = (await owner.get(at(''))).body
    for (const kind of refused) seen.push([kind, (await act(people[kind])).status])
    expect((await owner.get(at(''))).body).toEqual(before)
    for (const kind of allowed) seen.push([kind, (await act(people[kind])).status])
    expect(seen).toEqual([...refused.map((kind) => [kind, 403]), ...allowed.map((kind) => [kind, 200])])
  })
})

describe('every route of the server', () => {
  const rows = Object.values(accessTable).flatMap((routes) => Object.entries(routes))
  let world: AccessWorld
  beforeAll(async () => {
    world = await buildAccessWorld(server, true)
  })

  it('has exactly one row in the access table', async () => {
    const http = await buildServer(server.services)
    const routes = http.routes.map((route) => route.replace(/\(\^[^)]*\)/g, ''))
    await http.fastify.close()
    expect(rows.map(([route]) => route).sort()).toEqual([...new Set(routes)].sort())
  })

  it.each(rows)('%s is open to the callers listed in the access table: %s (PERM-41, PERM-42)', async (route, cells) => {
    const call = accessCalls[route] ?? {}
    const [method] = route.split(' ')
    const seen: string[] = []
    // A run takes most of the time in which a world is made.
    const isRun = /result|job|export|stored|search|pdf|html|:type/.test(route)
    if (isRun && world.run === null) world = await buildAccessWorld(server, true)
    for (const caller of callers) {
      const { sign } = await callRoute(world, route, call, caller)
      seen.push(sign)
      // A permitted call may have consumed the record that it was made on.
      if (sign === '+' && method !== 'GET' && !call.isRepeatable) world = await buildAccessWorld(server, isRun)
    }
    expect(Object.fromEntries(callers.map((caller, index) => [caller, seen[index]]))).toEqual(
      Object.fromEntries(callers.map((caller, index) => [caller, cells.split(' ')[index]])),
    )
  })

  describe('data that belongs to a data source', () => {
    beforeAll(async () => {
      if (world.run === null) world = await buildAccessWorld(server, true)
    })
    const signOf = (cells: string, caller: Caller) => cells.split(' ')[callers.indexOf(caller)]
    /** A public dashboard is visible to outsiders as well. */
    const isPublic = (route: string) => route.includes('/api/dashboards/public/:token')
    const isReturned = async (route: string, caller: Caller) =>
      (await callRoute(world, route, accessCalls[route] ?? {}, caller)).text.includes(world.mark)

    it.each(rows.filter(([route, cells]) => signOf(cells, 'outsider') === '+' && !isPublic(route)))(
      'is not returned to an outsider by %s (PERM-11, PERM-12)',
      async (route) => {
        expect(await isReturned(route, 'outsider')).toBe(false)
      },
    )

    describe('once its owner has lost access to the data source', () => {
      let lost: AccessWorld
      beforeAll(async () => {
        lost = await buildAccessWorld(server, true)
        const failing = { query: `select '${lost.mark}'::integer`, data_source_id: lost.source, max_age: 0, wait: 20_000 }
        const { job } = (await lost.owner.post<{ job: { id: string } }>('/api/query_results', failing)).body
        lost = { ...lost, run: { job: job.id, result: lost.run?.result ?? 0 } }
        await server.services.db
          .update(userTable)
          .set({ group_ids: [await buildGroup(server)] })
          .where(eq(userTable.id, lost.owner.id))
      })

      const isHarmless = (route: string) => route.startsWith('GET ') || accessCalls[route]?.isRepeatable === true
      it.each(rows.filter(([route]) => isHarmless(route) && !isPublic(route)))(
        'is not returned to the owner of the query, the dashboard, the alert and the job by %s (PERM-11, PERM-12)',
        async (route) => {
          const { text } = await callRoute(lost, route, accessCalls[route] ?? {}, 'owner')
          expect(text).not.toContain(lost.mark)
        },
      )
    })

    it.each([
      'GET /api/queries',
      'GET /api/queries/tags',
      'GET /api/alerts',
      'GET /api/data_sources',
      'GET /api/dashboards/:slug',
      'GET /api/dashboards/:slug/first_results',
      'POST /api/query_results/stored',
    ])('is returned to a viewer by %s', async (route) => {
      expect(await isReturned(route, 'viewer')).toBe(true)
    })
  })

  it('is listed in the reference page on access', async () => {
    await expect(accessPage()).toMatchFileSnapshot('../../../docs/reference/access.md')
  })
})
