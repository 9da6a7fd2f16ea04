import { randomInt } from 'node:crypto'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { settings as api } from '@sightline/contract/settings.ts'
import { User } from '@sightline/contract/users.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { eq } from 'drizzle-orm'
import { builtinGroupId } from '../features/users/store.ts'
import { users } from '../features/users/tables.ts'
import type { Caller } from './access-table.ts'
import { buildDataSource, buildGroup, buildQuery } from './builders.ts'
import { clientOf, type Reply, type TestClient } from './client.ts'
import { ONE_PIXEL_PNG } from './one-pixel-png.ts'
import type { Person, TestServer } from './server.ts'

/** Objects of the owner, and clients of all callers. */
export interface AccessWorld {
  callers: Record<Caller, TestClient>
  owner: Person
  /** Has not accepted the invitation. */
  invited: Person
  /** Group of the editor, the grantee and the owner, with full access to the data source. */
  group: number
  /** A marker in all names and rows that require access to the data source, and nowhere else. */
  mark: string
  source: number
  query: Query
  /** A query of the disabled user. */
  abandoned: Query
  visualization: Visualization
  /** A visualization that is on no dashboard. */
  unplaced: number
  dashboard: Dashboard
  widget: number
  alert: number
  /** The owner's comment on the widget, and its thread. */
  comment: number
  thread: number
  /** The owner's subscription to the alert. */
  subscription: number
  /** The owner's report subscription of the dashboard to the destination. */
  reports: number
  destination: number
  snippet: number
  /** Token of the public URL of the dashboard. */
  token: string
  /** URL of the owner's avatar. */
  picture: string
  /** URL of the organization's logo. */
  logo: string
  /** A finished run of the query; null if none was requested. */
  run: { job: string; result: number } | null
}

/**
 * Builds a new world, since a call may use up its objects.
 * @param isRun whether the query has been run
 */
export async function buildAccessWorld(server: TestServer, isRun: boolean): Promise<AccessWorld> {
  const { db } = server.services
  const group = await buildGroup(server)
  const watchers = await buildGroup(server)
  const admins = await builtinGroupId(db, 'admin')
  const everybody = await builtinGroupId(db, 'default')
  // Only letters, since searches split at other characters.
  const mark = Array.from({ length: 24 }, () => String.fromCharCode(97 + randomInt(26))).join('')
  const source = (await buildDataSource(server, { name: `Source ${mark}`, groups: { [group]: false, [watchers]: true } })).id
  const member = () => server.person({ groups: [group] })
  const [owner, editor, granted, invited, shutOut] = [
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  await db.update(users).set({ is_invitation_pending: true }).where(eq(users.id, invited.id))
  const abandoned = await buildQuery(shutOut, { data_source_id: source })
  bodyOf(await server.admin.post(`/api/users/${shutOut.id}/disable`))

  const query = await buildQuery(owner, {
    data_source_id: source,
    name: `Query ${mark}`,
    query: `select 1 as answer, 'row ${mark}' as secret`,
    tags: [`tag ${mark}`],
    is_draft: false,
  })
  const newChart = { query_id: query.id, type: 'CHART', name: `Chart ${mark}`, options: {} }
  const visualization = bodyOf(await owner.post<Visualization>('/api/visualizations', newChart))
  const unplaced = bodyOf(await owner.post<Visualization>('/api/visualizations', newChart)).id
  const dashboard = bodyOf(await owner.post<Dashboard>('/api/dashboards', { name: 'Numbers' }))
  const placed = { dashboard_id: dashboard.id, visualization_id: visualization.id, text: '', width: 1, options: {} }
  const widget = bodyOf(await owner.post<{ id: number }>('/api/widgets', placed)).id
  const thread = bodyOf(
    await owner.post<{ id: number; comments: { id: number }[] }>(`/api/widgets/${widget}/comments`, { text: `Note ${mark}` }),
  )
  const token = bodyOf(await owner.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)).api_key
  for (const thing of [`queries/${query.id}`, `dashboards/${dashboard.id}`]) {
    bodyOf(await owner.post(`/api/${thing}/acl`, { access_type: 'modify', user_id: granted.id }))
  }

  const slack = { name: `Chat ${owner.id}`, type: 'slack', options: { url: 'http://127.0.0.1:9/' } }
  const destination = bodyOf(await server.admin.post<{ id: number }>('/api/destinations', slack)).id
  const watching = { name: `Alert ${mark}`, query_id: query.id, options: { column: 'answer', op: '>', value: 1 } }
  const alert = bodyOf(await owner.post<{ id: number }>('/api/alerts', watching)).id
  const subscription = bodyOf(
    await owner.post<{ id: number }>(`/api/alerts/${alert}/subscriptions`, { destination_id: destination }),
  ).id
  const daily = { object_type: 'dashboard', object_id: dashboard.id, schedule: '08:00', destination_id: destination }
  const reports = bodyOf(await owner.post<{ id: number }>('/api/subscriptions', daily)).id
  const written = { trigger: `snippet ${owner.id}`, snippet: 'select 1' }
  const snippet = bodyOf(await owner.post<{ id: number }>('/api/query_snippets', written)).id

  const byKey = (key: string) => clientOf(server.url, () => ({ authorization: `Key ${key}` }))
  return {
    callers: {
      anonymous: server.anonymous,
      'query key': byKey(query.api_key ?? ''),
      'key of a disabled owner': byKey(abandoned.api_key ?? ''),
      'dashboard token': byKey(token),
      pending: invited,
      disabled: shutOut,
      outsider: await server.person({ groups: [await buildGroup(server)] }),
      viewer: await server.person({ groups: [watchers] }),
      editor,
      granted,
      owner,
      'group admin': await server.person({ groups: [admins] }),
      admin: await server.person({ groups: [admins, everybody] }),
    },
    owner,
    invited,
    group,
    mark,
    source,
    query,
    abandoned,
    visualization,
    unplaced,
    dashboard,
    widget,
    comment: thread.comments[0]?.id ?? 0,
    thread: thread.id,
    alert,
    subscription,
    reports,
    destination,
    snippet,
    token,
    picture: await pictureOf(owner),
    logo: await uploadLogo(server.admin),
    run: isRun ? await runOf(owner, query) : null,
  }
}

async function pictureOf(owner: Person): Promise<string> {
  const response = await owner.fetch(`/api/users/${owner.id}/image`, { method: 'POST', body: new Uint8Array(ONE_PIXEL_PNG) })
  const { profile_image_url } = User.parse(await response.json())
  return `/${profile_image_url.replace(/^\.?\//, '')}`
}

async function uploadLogo(admin: Person): Promise<string> {
  const body = new Uint8Array(ONE_PIXEL_PNG)
  const response = await admin.fetch('/api/settings/organization/logo', { method: 'POST', body })
  const { logo_url } = api.uploadLogo.reply.parse(await response.json())
  if (logo_url === null) throw new Error('The logo of the world was not stored.')
  return logo_url
}

async function runOf(owner: Person, query: Query) {
  const started = await owner.post<{ job: { id: string; query_result_id: number | null } }>(
    `/api/queries/${query.id}/results`,
    {
      max_age: 0,
      wait: 20_000,
    },
  )
  const { id, query_result_id } = bodyOf(started).job
  if (!query_result_id) throw new Error('The query of the world was not run.')
  return { job: id, result: query_result_id }
}

function bodyOf<Body>({ status, body }: Reply<Body>): Body {
  if (status !== 200) throw new Error(`The world could not be made: ${status} ${JSON.stringify(body)}`)
  return body
}
