import { randomUUID } from 'node:crypto'
import type { AccessWorld } from './access-world.ts'
import { ONE_PIXEL_PNG } from './one-pixel-png.ts'

/** A valid request for a route, so that the outcome depends only on the caller. */
export interface AccessCall {
  /** Overrides the URL if the placeholders of the route need other values than those of the world. */
  path?: (world: AccessWorld) => string
  body?: (world: AccessWorld) => unknown
  /** Bytes instead of JSON. */
  raw?: Buffer
  /** The call can be repeated on the same world. */
  isRepeatable?: boolean
}

/** The URL of a route in a world. */
export function urlOf(route: string, world: AccessWorld, { path }: AccessCall): string {
  const [, address = ''] = route.split(' ')
  if (path) return path(world)
  return (
    address
      // The same rules apply to queries and dashboards.
      .replace('/:type/', '/queries/')
      .replace(/:(\w+)(\(\^[^)]*\))?/g, (_, name: string) =>
        String(placeholder(address.replace('/:type/', '/queries/'), name, world)),
      )
  )
}

function placeholder(address: string, name: string, world: AccessWorld): string | number {
  if (name === 'slug') return world.dashboard.id
  if (name === 'token') return address.startsWith('/api/dashboards/') ? world.token : 'x'.repeat(40)
  if (name === 'type') return 'csv'
  if (name === 'access_type') return 'modify'
  if (name === 'user_id') return world.owner.id
  if (name === 'data_source_id') return world.source
  if (name === 'kind') return 'reset'
  if (name === 'other') return world.query.id
  if (name === 'version') return 1
  // An unknown key.
  if (name === 'key') return 2_147_483_000
  if (name === 'subscription') return world.subscription
  if (name === 'job') return world.run?.job ?? randomUUID()
  if (name === 'result') return world.run?.result ?? 0
  if (address.startsWith('/api/query_results/')) return world.run?.result ?? 0
  const [, , things] = address.split('/')
  const ids = new Map([
    ['queries', world.query.id],
    ['dashboards', world.dashboard.id],
    ['data_sources', world.source],
    ['groups', world.group],
    ['users', world.owner.id],
    ['visualizations', world.visualization.id],
    ['widgets', world.widget],
    ['comments', world.comment],
    ['comment_threads', world.thread],
    ['alerts', world.alert],
    ['subscriptions', world.reports],
    ['destinations', world.destination],
    ['query_snippets', world.snippet],
    // The server answers before it looks for the passkey.
    ['second_factor', 1],
  ])
  const id = ids.get(things ?? '')
  if (name === 'id' && id !== undefined) return id
  throw new Error(`Say in access-calls.ts what ":${name}" stands for in ${address}.`)
}

let count = 0
const unique = () => `n${++count}`
const source = ({ source: id }: AccessWorld) => ({ data_source_id: id })
const password = () => ({ password: 'a good password' })
const access = ({ callers: _, ...world }: AccessWorld) => ({ access_type: 'modify', user_id: world.owner.id })
const duckdb = () => ({ name: unique(), type: 'duckdb', options: { dbpath: ':memory:' } })
const slack = () => ({ name: unique(), type: 'slack', options: { url: 'http://127.0.0.1:9/' } })
const condition = ({ query: { id } }: AccessWorld) => ({ query_id: id, options: { column: 'answer', op: '>', value: 1 } })
/** An unknown id. */
const nobody = () => ({ ids: [2_147_483_000] })
const again: AccessCall = { isRepeatable: true }

/** Requests for parts of a result. @param url of the result */
function partCalls(route: string, url: (world: AccessWorld) => string): Record<string, AccessCall> {
  const ask = { sets: [[0]], measures: [{ kind: 'count', column: null }] }
  return {
    [`GET ${route}/distinct`]: { path: (world) => `${url(world)}/distinct?column=0&limit=10` },
    [`POST ${route}/distinct`]: { body: () => ({ column: 0 }), ...again },
    [`GET ${route}/profile`]: { path: (world) => `${url(world)}/profile?column=0` },
    [`POST ${route}/profile`]: { body: () => ({ column: 0 }), ...again },
    [`GET ${route}/profiles`]: { path: (world) => `${url(world)}/profiles?columns=0` },
    [`POST ${route}/profiles`]: { body: () => ({ columns: '0' }), ...again },
    [`GET ${route}/columns`]: { path: (world) => `${url(world)}/columns?columns=0` },
    [`GET ${route}/groups`]: { path: (world) => `${url(world)}/groups?ask=${JSON.stringify(ask)}` },
    [`POST ${route}/window`]: { body: () => ({}), ...again },
    [`POST ${route}/columns`]: { body: () => ({ columns: '0' }), ...again },
    [`POST ${route}/groups`]: { body: () => ({ ask }), ...again },
  }
}

/** No caller has a SCIM token here, so the requests change nothing. */
function scimCalls(): Record<string, AccessCall> {
  const call: AccessCall = { path: () => '/scim/v2/Users/2147483000', ...again }
  const methods = ['GET', 'PUT', 'PATCH', 'DELETE']
  const routes = ['Users', 'Groups'].flatMap((name) => methods.map((method) => `${method} /scim/v2/${name}/:id`))
  const reading = ['Schemas/:id', 'ResourceTypes/:id', ':resource', ':resource/:id'].map((path) => `GET /scim/v2/${path}`)
  return {
    'POST /scim/v2/Users': again,
    'POST /scim/v2/Groups': again,
    ...Object.fromEntries([...routes, ...reading].map((route) => [route, call])),
  }
}

/** Requests for the routes that need more than a URL. */
export const accessCalls: Record<string, AccessCall> = {
  'POST /api/:type/:id/acl': { body: access },
  'DELETE /api/:type/:id/acl': { body: access },
  'POST /api/queries/:id/dropdown/search': { body: () => ({ search: '4' }), ...again },
  'POST /api/queries/:id/dropdowns/:other/search': { body: () => ({ search: '4' }), ...again },
  'POST /api/dashboards': { body: () => ({ name: 'New' }), ...again },
  'POST /api/dashboards/:slug': { body: () => ({ name: 'New name' }), ...again },
  'POST /api/dashboards/:slug/fork': again,
  'POST /api/dashboards/:slug/favorite': again,
  'DELETE /api/dashboards/:slug/favorite': again,
  'POST /api/dashboards/:slug/pdf': again,
  'POST /api/dashboards/:slug/html': again,
  'POST /api/dashboards/public/:token/pdf': again,
  'POST /api/dashboards/:slug/share': again,
  'POST /api/widgets': {
    body: ({ dashboard }) => ({ dashboard_id: dashboard.id, visualization_id: null, text: 'Text', width: 1, options: {} }),
    ...again,
  },
  'POST /api/widgets/:id': { body: () => ({ text: '', options: {} }), ...again },
  'POST /api/widgets/:id/comments': { body: () => ({ text: 'Why?' }), ...again },
  'POST /api/comment_threads/:id/comments': { body: () => ({ text: 'Because.' }), ...again },
  'POST /api/comment_threads/:id': { body: () => ({ is_resolved: true }), ...again },
  'POST /api/comments/:id': { body: () => ({ text: 'Why?' }), ...again },
  'POST /api/alerts': { body: (world) => ({ ...condition(world), name: 'New' }), ...again },
  'POST /api/alerts/preview': { body: condition, ...again },
  'POST /api/alerts/rehearsal': { body: condition, ...again },
  'POST /api/alerts/:id': { body: () => ({ name: 'New name' }), ...again },
  'POST /api/alerts/:id/mute': again,
  'DELETE /api/alerts/:id/mute': again,
  'POST /api/alerts/:id/eval': again,
  'POST /api/alerts/:id/subscriptions': { body: () => ({}), ...again },
  'GET /api/subscriptions': {
    path: ({ dashboard }) => `/api/subscriptions?object_type=dashboard&object_id=${dashboard.id}`,
  },
  // There is no mail server.
  'POST /api/subscriptions': {
    body: ({ query }) => ({ object_type: 'query', object_id: query.id, schedule: '08:00' }),
    ...again,
  },
  'POST /api/subscriptions/:id': { body: () => ({ schedule: '09:00' }), ...again },
  'POST /api/subscriptions/:id/send': again,
  'POST /api/destinations': { body: slack, ...again },
  'POST /api/destinations/:id': { body: slack, ...again },
  'POST /api/destinations/:id/test': again,
  'POST /api/query_snippets': { body: () => ({ trigger: unique(), snippet: 'select 1' }), ...again },
  'POST /api/query_snippets/:id': { body: () => ({ snippet: 'select 2' }), ...again },
  'POST /api/data_sources': { body: duckdb, ...again },
  'POST /api/data_sources/:id': { body: duckdb, ...again },
  'POST /api/data_sources/:id/test': again,
  'POST /api/events': { body: () => [{ action: 'view', object_type: 'page' }], ...again },
  'POST /api/admin/clean_up/archive_queries': { body: nobody, ...again },
  'POST /api/admin/clean_up/delete_results': { body: nobody, ...again },
  'POST /api/admin/clean_up/disable_users': { body: nobody, ...again },
  'POST /api/admin/import': { path: () => '/api/admin/import?dry_run', raw: Buffer.from('{"queries":[]}'), ...again },
  'POST /api/uploads': { path: () => '/api/uploads?name=rows.csv', raw: Buffer.from('a,b\n1,2\n'), ...again },
  'POST /api/query_results': { body: (world) => ({ ...source(world), query: 'select 1 as answer', max_age: -1 }), ...again },
  'POST /api/query_results/stored': { body: ({ query }) => ({ runs: [{ query_id: query.id }] }), ...again },
  'POST /api/queries/:id/results': { body: () => ({ max_age: -1 }), ...again },
  'POST /api/queries/:id/refresh': again,
  'DELETE /api/jobs/:job': again,
  'DELETE /api/queries/:id/jobs/:job': again,
  ...partCalls('/api/query_results/:id', ({ run }) => `/api/query_results/${run?.result}`),
  ...partCalls('/api/queries/:id/results/:result', ({ query, run }) => `/api/queries/${query.id}/results/${run?.result}`),
  'POST /api/groups': { body: () => ({ name: unique() }), ...again },
  // Without a name, since there can be only two tokens.
  'POST /api/scim/tokens': again,
  'DELETE /api/scim/tokens/:id': { path: () => '/api/scim/tokens/2147483000', ...again },
  ...scimCalls(),
  'POST /api/group_mappings': { body: () => ({ mappings: [] }), ...again },
  'POST /api/groups/:id': { body: () => ({ name: unique() }), ...again },
  'POST /api/groups/:id/members': { body: ({ owner }) => ({ user_id: owner.id }), ...again },
  'POST /api/groups/:id/data_sources': { body: source, ...again },
  'POST /api/groups/:id/data_sources/:data_source_id': { body: () => ({ view_only: false }), ...again },
  'GET /api/queries/health': { path: (world) => `/api/queries/health?ids=${world.query.id}` },
  'GET /api/queries/search': { path: () => '/api/queries/search?q=a' },
  'GET /api/search': { path: () => '/api/search?q=a' },
  'POST /api/queries': { body: (world) => ({ ...source(world), name: 'New', query: 'select 1' }), ...again },
  'POST /api/queries/:id': { body: () => ({ name: 'New name' }), ...again },
  'POST /api/queries/:id/fork': again,
  'POST /api/queries/:id/favorite': again,
  'DELETE /api/queries/:id/favorite': again,
  'POST /api/queries/format': { body: () => ({ query: 'select 1' }), ...again },
  'POST /forgot': { body: () => ({ email: `${unique()}@example.com` }), ...again },
  'POST /login': { body: () => ({ email: `${unique()}@example.com`, password: 'wrong password' }), ...again },
  'POST /invite/:token': { body: () => ({ password: 'a good password' }), ...again },
  'POST /reset/:token': { body: () => ({ password: 'a good password' }), ...again },
  'POST /saml/callback': { body: () => ({}), ...again },
  'POST /ldap/login': { body: () => ({ email: 'nobody', password: 'wrong password' }), ...again },
  // Each caller has an account of its own, so these change nothing for the next caller.
  'POST /logout': again,
  'POST /api/session/end_others': again,
  'POST /verification_email/': again,
  'POST /api/settings/test_mail': again,
  'POST /api/settings/organization': { body: () => ({ date_format: 'YYYY-MM-DD' }), ...again },
  'GET /api/organization/logo/:hash': { path: ({ logo }) => logo },
  'GET /api/visualization_scripts/:hash': { path: () => '/api/visualization_scripts/0123456789abcdef' },
  'POST /api/settings/organization/logo': { raw: ONE_PIXEL_PNG, ...again },
  'POST /setup': { body: setup, ...again },
  'POST /api/setup': { body: setup, ...again },
  'POST /login/second_factor': { body: () => ({ code: '123456' }), ...again },
  'POST /login/second_factor/setup/confirm': { body: () => ({ setup: 'x', code: '123456' }), ...again },
  'POST /login/passkey/begin': { body: () => ({ is_second_step: false }), ...again },
  'POST /login/passkey': { body: () => ({ response: {} }), ...again },
  'POST /api/second_factor/app': { body: password, ...again },
  'POST /api/second_factor/app/confirm': { body: () => ({ setup: 'x', code: '123456' }), ...again },
  'POST /api/second_factor/app/remove': { body: password, ...again },
  'POST /api/second_factor/recovery_codes': { body: password, ...again },
  'POST /api/second_factor/passkeys/begin': { body: password, ...again },
  'POST /api/second_factor/passkeys': { body: () => ({ setup: 'x', name: 'Laptop', response: {} }), ...again },
  'POST /api/second_factor/passkeys/:id': { body: () => ({ name: 'Laptop' }), ...again },
  'POST /api/second_factor/passkeys/:id/remove': { body: password, ...again },
  'POST /api/users/:id/api_keys': { body: () => ({ name: 'Report', scopes: ['read'], expires_at: null }), ...again },
  'POST /api/service_accounts': { body: () => ({ name: 'Nightly report' }), ...again },
  'POST /api/users': { body: () => ({ name: 'New', email: `${unique()}@example.com` }), ...again },
  'POST /api/users/:id': { body: () => ({ name: 'New name' }), ...again },
  'DELETE /api/users/:id': { path: ({ invited }) => `/api/users/${invited.id}` },
  'POST /api/users/:id/invite': { path: ({ invited }) => `/api/users/${invited.id}/invite`, ...again },
  'GET /api/users/:id/image/:hash': { path: ({ picture }) => picture },
  'POST /api/users/:id/image': { raw: ONE_PIXEL_PNG, ...again },
  'POST /api/visualizations': {
    body: ({ query }) => ({ query_id: query.id, type: 'CHART', name: 'New', options: {} }),
    ...again,
  },
  'POST /api/visualizations/:id': { body: () => ({ name: 'New name' }), ...again },
  'DELETE /api/visualizations/:id': { path: ({ unplaced }) => `/api/visualizations/${unplaced}` },
}

function setup() {
  return { token: 'x', name: 'X', email: 'x@example.com', password: 'a good password', org_name: 'X' }
}
