import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { defaultSettings } from '@sightline/contract/settings.ts'
import { ADMIN } from './product.ts'
import type { KnownIds } from './valid.ts'

export type CallerName = 'admin' | 'member' | 'outsider' | 'query key' | 'dashboard token' | 'nobody'

/** The callers and the records that they request. */
export interface World {
  callers: Record<CallerName, Record<string, string>>
  ids: KnownIds
  /** Redirects changes of the keeper's account to an unknown user, because the keeper is needed to create the next world. */
  spare(method: string, path: string): string
  mayBeSent(call: { path: string; body: Buffer | null }): boolean
  /** Whether all callers can still authenticate. */
  isAlive(): Promise<boolean>
}

/** The first admin, who creates worlds and is never a caller. */
export interface Keeper {
  id: number
  key: string
}

interface Made {
  id: number
}

const jsonHeaders = { 'content-type': 'application/json' }

/** Signs in the first admin and returns the API key. */
export async function findKeeper(url: string): Promise<Keeper> {
  const signedIn = await fetch(`${url}/login`, { method: 'POST', headers: jsonHeaders, body: JSON.stringify(ADMIN) })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const read = async <Reply>(path: string) => (await (await fetch(url + path, { headers: { cookie } })).json()) as Reply
  const { user } = await read<{ user: Made }>('/api/session')
  return { id: user.id, key: (await read<{ api_key: string }>(`/api/users/${user.id}`)).api_key }
}

let made = 0

/** Creates users, keys and one record of each kind. @throws Error if the server refuses one of them */
export async function makeWorld(url: string, keeper: Keeper): Promise<World> {
  const name = `world ${++made} ${Date.now()}`
  // The server limits the number of new users per hour and IP address.
  const ownAddress = { 'x-forwarded-for': `192.168.${(made >> 8) & 255}.${made & 255}` }
  const as = (key: string) => ({ authorization: `Key ${key}` })
  const call = async <Reply>(key: string, method: string, path: string, body?: unknown) => {
    const headers = { ...as(key), ...jsonHeaders, ...ownAddress }
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!response.ok)
      throw new Error(`No world could be made: ${method} ${path} answered ${response.status} ${await response.text()}`)
    return (await response.json()) as Reply
  }
  const post = <Reply = Made>(key: string, path: string, body: unknown = {}) => call<Reply>(key, 'POST', path, body)

  // Earlier calls may have changed settings that are needed here.
  const { disable_public_urls, auth_password_login_enabled, share_new_data_sources } = defaultSettings
  const needed = { disable_public_urls, auth_password_login_enabled, share_new_data_sources }
  await post(keeper.key, '/api/settings/organization', needed)
  const groups = await call<(Made & { name: string; type: string })[]>(keeper.key, 'GET', '/api/groups')
  const builtin = (wanted: string) => groups.find((group) => group.type === 'builtin' && group.name === wanted)?.id ?? 0
  const [admins, everybody] = [builtin('admin'), builtin('default')]
  const group = (await post(keeper.key, '/api/groups', { name })).id
  const source = (await post(keeper.key, '/api/data_sources', { name, type: 'duckdb', options: { dbpath: ':memory:' } })).id
  await call(keeper.key, 'DELETE', `/api/groups/${everybody}/data_sources/${source}`)
  await post(keeper.key, `/api/groups/${group}/data_sources`, { data_source_id: source })

  // Change groups one by one, because edits of accounts are rate limited and edits of groups are not.
  const person = async (role: string, joined: number[], left: number[] = []) => {
    const { id, invite_link } = await post<Made & { invite_link: string }>(keeper.key, '/api/users', {
      name: role,
      email: `${role}-${made}-${Date.now()}@example.com`,
    })
    const { pathname } = new URL(invite_link, url)
    await fetch(url + pathname, {
      method: 'POST',
      headers: { ...jsonHeaders, ...ownAddress },
      body: JSON.stringify({ password: ADMIN.password }),
    })
    for (const group_id of joined) await post(keeper.key, `/api/groups/${group_id}/members`, { user_id: id })
    for (const group_id of left) await call(keeper.key, 'DELETE', `/api/groups/${group_id}/members/${id}`)
    return { id, key: (await call<{ api_key: string }>(keeper.key, 'GET', `/api/users/${id}`)).api_key }
  }
  const admin = await person('admin', [admins])
  const member = await person('member', [group], [everybody])
  const outsider = await person('outsider', [])

  const query = await post<Query>(member.key, '/api/queries', {
    name,
    query: 'select 1 as answer, 2 as other',
    data_source_id: source,
  })
  const { job } = await post<{ job: Job }>(member.key, `/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  const visualization = query.visualizations[0]?.id ?? 0
  const dashboard = await post<Dashboard>(member.key, '/api/dashboards', { name })
  const widget = (
    await post(member.key, '/api/widgets', { dashboard_id: dashboard.id, visualization_id: visualization, text: '' })
  ).id
  const { api_key: token } = await post<{ api_key: string }>(member.key, `/api/dashboards/${dashboard.id}/share`)
  const condition = { column: 'answer', op: '>', value: 1 }
  const alert = (await post(member.key, '/api/alerts', { name, query_id: query.id, options: condition })).id
  const snippet = (await post(member.key, '/api/query_snippets', { trigger: name, snippet: 'select 1' })).id
  const slack = { name, type: 'slack', options: { url: 'http://127.0.0.1:9/' } }
  const destination = (await post(keeper.key, '/api/destinations', slack)).id
  const subscription = (
    await post(member.key, '/api/subscriptions', {
      object_type: 'dashboard',
      object_id: dashboard.id,
      schedule: '08:00',
      destination_id: destination,
    })
  ).id

  const callers = {
    admin: as(admin.key),
    member: as(member.key),
    outsider: as(outsider.key),
    'query key': as(query.api_key ?? ''),
    'dashboard token': as(token),
    nobody: {},
  }
  const users = [admin.id, member.id, outsider.id]
  const result = job.query_result_id ?? 1
  return {
    callers,
    ids: {
      queries: [query.id],
      query_id: [query.id],
      other: [query.id],
      result: [result],
      query_results: [result],
      latest_query_data_id: [result],
      job: [job.id],
      jobs: [job.id],
      dashboards: [dashboard.id, dashboard.slug],
      dashboard_id: [dashboard.id],
      slug: [dashboard.slug, dashboard.id],
      object_id: [query.id, dashboard.id],
      widgets: [widget],
      visualizations: [visualization],
      visualization_id: [visualization],
      alerts: [alert],
      subscriptions: [subscription],
      subscription: [subscription],
      destinations: [destination],
      destination_id: [destination],
      query_snippets: [snippet],
      data_sources: [source],
      data_source_id: [source],
      groups: [group, everybody, admins],
      group_ids: [group, everybody],
      users,
      user_id: users,
      token: [token, 'x'.repeat(40)],
      type: ['json', 'csv', 'xlsx', 'queries', 'dashboards', 'duckdb'],
      access_type: ['modify'],
      kind: ['reset', 'invite'],
      version: [1],
    },
    spare: (method, path) =>
      method === 'GET' ? path : path.replace(new RegExp(`/(users|members)/${keeper.id}(?=[/?]|$)`, 'g'), '/$1/999999'),
    mayBeSent: ({ path, body }) => !/disable_users/.test(path) || !new RegExp(`\\b${keeper.id}\\b`).test(String(body)),
    async isAlive() {
      const people = [callers.admin, callers.member, callers.outsider, callers['dashboard token']].map(
        (headers) => ['/api/session', headers] as const,
      )
      const calls = [...people, [`/api/queries/${query.id}`, callers['query key']] as const]
      const answers = await Promise.all(calls.map(([path, headers]) => fetch(url + path, { headers })))
      return answers.every(({ ok }) => ok)
    },
  }
}
