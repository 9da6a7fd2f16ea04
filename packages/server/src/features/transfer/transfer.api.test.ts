import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { CommentThread } from '@sightline/contract/comments.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { forEachKind, ImportReport } from '@sightline/contract/transfer.ts'
import { desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decryptOptions } from '../../platform/crypto/options.ts'
import { adminCommand } from '../../testing/admin-command.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { ADMIN, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { alertSubscriptions } from '../alerts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { comments, commentThreads } from '../comments/tables.ts'
import { dashboards } from '../dashboards/tables.ts'
import { dataSources } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { groups, users } from '../users/tables.ts'
import { exportText } from './export.ts'

const SECRET = 'a-secret-that-must-stay-here'

let home: TestServer
let away: TestServer
let ada: Person
beforeAll(async () => {
  home = await startTestServer({ hasWorker: false })
  away = await startTestServer({ hasWorker: false })
  const group = await buildGroup(home, { name: 'Analysts' })
  ada = await home.person({ name: 'Ada', groups: [group] })
  await fill(group)
})
afterAll(() => Promise.all([home.close(), away.close()]))

/** Objects of every kind, owned by one user. */
async function fill(group: number) {
  const options = { host: 'db.example.com', dbname: 'sales', user: 'reader', password: SECRET }
  const source = await buildDataSource(home, { name: 'Sales', type: 'pg', options, groups: { [group]: false } })
  const choices = await buildQuery(ada, { data_source_id: source.id, name: 'Regions', query: 'select name from regions' })
  const query = await buildQuery(ada, {
    data_source_id: source.id,
    name: 'Revenue',
    query: 'select {{ region }} as region',
    options: { parameters: [{ name: 'region', type: 'query', queryId: choices.id }] },
    schedule: { interval: 3600 },
    tags: ['money'],
  })
  const chart = { query_id: query.id, type: 'CHART', name: 'By region', options: { own: 1 } }
  const { body: visualization } = await ada.post<{ id: number }>('/api/visualizations', chart)
  const { body: board } = await ada.post<Dashboard>('/api/dashboards', { name: 'Numbers' })
  const place = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } }
  await ada.post('/api/widgets', {
    dashboard_id: board.id,
    visualization_id: visualization.id,
    text: '',
    width: 1,
    options: place,
  })
  await ada.post('/api/widgets', { dashboard_id: board.id, visualization_id: null, text: '# Hello', width: 1, options: {} })
  await ada.post(`/api/dashboards/${board.id}/share`)
  const { body: hook } = await home.admin.post<{ id: number }>('/api/destinations', {
    name: 'Hook',
    type: 'webhook',
    options: { url: `https://hooks.example.com/${SECRET}`, username: 'sight', password: SECRET },
  })
  const high = { name: 'High', query_id: query.id, options: { column: 'a', op: '>', value: 1 }, rearm: 60 }
  const { body: alert } = await ada.post<{ id: number }>('/api/alerts', high)
  for (const destination_id of [undefined, hook.id]) await ada.post(`/api/alerts/${alert.id}/subscriptions`, { destination_id })
  const report = { destination_id: hook.id, schedule: { interval: 86_400, time: '08:00' } }
  for (const [object_type, object_id] of Object.entries({ dashboard: board.id, query: query.id }))
    await ada.post('/api/subscriptions', { object_type, object_id, ...report })
  await home.services.db.update(subscriptions).set({ attach_pdf: true })
  await ada.post('/api/query_snippets', { trigger: 'last', snippet: 'limit 1' })
}

const exported = async () => (await home.admin.fetch('/api/admin/export')).text()
const send = (to: TestServer, body: string, query = '') =>
  to.admin.fetch(`/api/admin/import${query}`, {
    method: 'POST',
    body,
    headers: { authorization: `Key ${to.admin.apiKey}`, 'content-type': 'application/octet-stream' },
  })
const imported = async (to: TestServer, body: unknown, query = ''): Promise<ImportReport> => {
  const response = await send(to, typeof body === 'string' ? body : JSON.stringify(body), query)
  expect(response.status).toBe(200)
  return ImportReport.parse(await response.json())
}
const NOTHING = forEachKind(() => 0)

describe('an export', () => {
  it('contains all content and no secrets', async () => {
    const response = await home.admin.fetch('/api/admin/export')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="sightline_\d{4}-\d\d-\d\d\.json"$/)
    const text = await response.text()
    const content = JSON.parse(text)
    expect(content).toMatchObject({ format: 'sightline-export', version: 2 })
    expect(content.queries.map(({ name }: Query) => name)).toEqual(['Regions', 'Revenue'])
    expect(content.dashboards[0].widgets).toHaveLength(2)
    expect(content.data_sources[0].options).toMatchObject({ host: 'db.example.com', user: 'reader', password: '--------' })
    expect(content.destinations).toMatchObject([
      { name: 'Hook', options: { url: '--------', username: 'sight', password: '--------' } },
    ])
    expect(content.alerts[0].subscriptions).toEqual([
      { user_id: ada.id, destination_id: null },
      { user_id: ada.id, destination_id: content.destinations[0].id },
    ])
    expect(content.subscriptions).toMatchObject([{ object_type: 'dashboard' }, { object_type: 'query', user_id: ada.id }])
    const { db } = home.services
    const keys = [
      ...(await db.select({ key: users.api_key }).from(users)),
      ...(await db.select({ key: queries.api_key }).from(queries)),
      ...(await db.select({ key: dashboards.api_key }).from(dashboards)),
      ...(await db.select({ key: users.password_hash }).from(users)),
      ...(await db.select({ key: dataSources.encrypted_options }).from(dataSources)),
    ].flatMap(({ key }) => key ?? [])
    expect(keys.length).toBeGreaterThan(6)
    for (const secret of [SECRET, ...keys]) expect(text).not.toContain(secret)
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'installation.export', actor_id: home.admin.id })
  })
})

describe('comments (OPEN-269)', () => {
  const widgetsIn = (text: string) => JSON.parse(text).dashboards[0].widgets as { comment_threads: { comments: object[] }[] }[]
  /** Another installation with what a file has. */
  const there = async (text: string) => {
    const other = await startTestServer({ hasWorker: false })
    const report = await imported(other, text)
    const { body: board } = await other.admin.get<Dashboard>('/api/dashboards/numbers')
    const [chart, textbox] = await Promise.all(
      board.widgets.map(async ({ id }) => (await other.admin.get<CommentThread[]>(`/api/widgets/${id}/comments`)).body),
    )
    return { other, report, chart, textbox }
  }

  it('move with their authors, times, threads, values and mentions, and only those that the exporter may see', async () => {
    const board = (await ada.get<Dashboard>('/api/dashboards/numbers')).body
    const [chart, textbox] = board.widgets.map(({ id }) => id)
    const parameters = [{ name: 'region', title: 'Region', value: 'north' }]
    const first = await ada.post<CommentThread>(`/api/widgets/${chart}/comments`, { text: 'Why?', parameters })
    await ada.post(`/api/comments/${first.body.comments[0]?.id}`, { text: 'Why so low?' })
    await ada.post(`/api/comment_threads/${first.body.id}`, { is_resolved: true })
    await ada.post(`/api/widgets/${textbox}/comments`, { text: `<@${home.admin.id}>, a typo` })

    const threadCounts = (text: string) => widgetsIn(text).map((widget) => widget.comment_threads.length)
    const ofTextbox = exportText(home.services, async () => new Set([textbox ?? 0]))
    expect(threadCounts((await Readable.from(ofTextbox).toArray()).join(''))).toEqual([0, 1])
    const whole = await exported()
    expect(threadCounts(whole)).toEqual([1, 1])
    const { other, report, chart: onChart, textbox: onText } = await there(whole)
    const { db } = other.services
    const [owner] = await db.select().from(users).where(eq(users.email, ada.email))
    const threads = await db.select().from(commentThreads).orderBy(commentThreads.id)
    const rows = await db.select().from(comments).orderBy(comments.id)
    await other.close()
    expect(report.notes.join()).not.toContain('comment')
    expect(rows[0]).toMatchObject({ user_id: owner?.id, text: 'Why so low?', parameters, edited_at: expect.any(Date) })
    expect(rows[0]?.created_at).toEqual(new Date(first.body.comments[0]?.created_at ?? ''))
    expect(threads[0]).toMatchObject({ resolved_by_id: owner?.id, resolved_at: expect.any(Date) })
    expect(threads[1]).toMatchObject({ resolved_by_id: null, resolved_at: null })
    expect(rows[1]?.mentioned_ids).toHaveLength(1)
    expect(onText?.[0]?.comments[0]?.mentions).toMatchObject([{ id: rows[1]?.mentioned_ids[0] }])
    expect(onChart).toBeDefined()
  })

  it('without their authors are left out, and the report says so', async () => {
    const file = JSON.parse(await exported())
    file.dashboards[0].widgets[1].comment_threads[0].comments[0].user_id = 987
    const { other, report, textbox } = await there(JSON.stringify(file))
    await other.close()
    expect(textbox).toEqual([])
    expect(report.notes).toContain('Dashboard "Numbers" was imported without 1 comment, whose author is not here.')
  })
})

describe('an import', () => {
  it('reports in a dry run what it would create, and creates nothing', async () => {
    const report = await imported(away, await exported(), '?dry_run')
    expect(report).toMatchObject({
      is_dry_run: true,
      made: { ...forEachKind(() => 1), queries: 2, subscriptions: 2 },
      kept: { ...NOTHING, groups: 2, users: 1 },
      notes: ['Destination "Hook" has no secrets. Enter them again: Url, Password.'],
    })
    const { db } = away.services
    expect(await db.select().from(queries)).toEqual([])
    expect(await db.select().from(users)).toHaveLength(1)
  })

  it('creates everything for its owners, with all relations', async () => {
    const file = await exported()
    const report = await imported(away, file)
    expect(report).toMatchObject({ is_dry_run: false, made: { queries: 2, dashboards: 1 } })

    const { db } = away.services
    const [owner] = await db.select().from(users).where(eq(users.email, ada.email))
    expect(owner).toMatchObject({ name: 'Ada', is_invitation_pending: true, password_hash: null, disabled_at: null })
    const [group] = await db.select().from(groups).where(eq(groups.name, 'Analysts'))
    expect(owner?.group_ids).toEqual([group?.id])
    const rows = await db.select().from(queries).orderBy(queries.id)
    expect(rows.map(({ name, user_id, tags }) => [name, user_id, tags])).toEqual([
      ['Regions', owner?.id, []],
      ['Revenue', owner?.id, ['money']],
    ])
    expect(rows[1]?.options.parameters?.[0]?.queryId).toBe(rows[0]?.id)
    expect(rows[1]?.schedule).toMatchObject({ interval: 3600 })
    const { body: board } = await away.admin.get<Dashboard>('/api/dashboards/numbers')
    expect(board).toMatchObject({ name: 'Numbers', user_id: owner?.id, widgets: [{}, {}] })
    expect(board.api_key).toBeUndefined()
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'installation.import', details: { queries: 2 } })
  })

  it('pauses data sources until their secrets are entered', async () => {
    const [source] = await away.services.db.select().from(dataSources)
    const pause_reason = 'Imported without its secrets. Enter them again (Password), test the connection, and resume it.'
    expect(source).toMatchObject({ name: 'Sales', type: 'pg', paused: true, pause_reason })
    const { body } = await away.admin.get<{ options: object }>(`/api/data_sources/${source?.id}`)
    expect(body.options).toEqual({ dbname: 'sales', host: 'db.example.com', user: 'reader' })
  })

  it('does not pause data sources without secrets, and reports what others lack', async () => {
    const gate = { ssh_host: 'gate.example.com', ssh_username: 'ada', ssh_keyFile: '--------' }
    const sent = {
      Open: { type: 'pg', options: { dbname: 'sales' } },
      Feeds: { type: 'url', options: {} },
      'Locked feeds': { type: 'json', options: { username: 'ada', password: '--------' } },
      Behind: { type: 'mysql', options: { db: 'sales', ssh_tunnel: gate } },
      Listed: { type: 'pg' },
    }
    const data_sources = Object.entries(sent).map(([name, source], index) => ({ id: 100 + index, name, ...source }))
    expect((await imported(away, { data_sources })).made).toMatchObject({ data_sources: 5 })
    const { db } = away.services
    const rows = await db
      .select()
      .from(dataSources)
      .where(inArray(dataSources.name, Object.keys(sent)))
    const again = 'test the connection, and resume it.'
    expect(Object.fromEntries(rows.map(({ name, paused, pause_reason }) => [name, paused ? pause_reason : null]))).toEqual({
      Open: null,
      Feeds: null,
      'Locked feeds': `Imported without its secrets. Enter them again (HTTP Basic Auth Password), ${again}`,
      Behind: `Imported without its secrets. Enter them again (SSH Private Key), ${again}`,
      Listed: `Imported with options that are not complete: Database Name is required. Fill them in, ${again}`,
    })
    await db.delete(dataSources).where(inArray(dataSources.name, Object.keys(sent)))
  })

  it("leaves queries of version 1 in DuckDB's dialect, and those of Redash in SQLite's", async () => {
    const sources = [{ id: 1, name: 'Joined', type: 'results', options: {} }]
    const queryNamed = (name: string) => ({ id: 1, name, query: 'select 5/2', data_source_id: 1, options: {} })
    const head = { format: 'sightline-export', version: 1 }
    await imported(away, { ...head, data_sources: sources, queries: [queryNamed('Of version 1')] })
    await imported(away, { data_sources: sources, queries: [queryNamed('Of Redash')] })
    const made = await away.services.db
      .select({ name: queries.name, options: queries.options })
      .from(queries)
      .where(inArray(queries.name, ['Of version 1', 'Of Redash']))
      .orderBy(queries.name)
    expect(made).toEqual([
      { name: 'Of Redash', options: {} },
      { name: 'Of version 1', options: { dialect: 'duckdb' } },
    ])
    const later = await send(away, JSON.stringify({ ...head, version: 3, queries: [] }))
    expect([later.status, await later.json()]).toEqual([
      400,
      expect.objectContaining({
        message: expect.stringContaining('export of version 3; this server can import versions up to 2'),
      }),
    ])
  })

  it('creates nothing twice', async () => {
    const report = await imported(away, await exported())
    expect(report.made).toEqual(NOTHING)
    expect(report.kept).toMatchObject({ ...forEachKind(() => 1), groups: 3, users: 2, queries: 2, subscriptions: 2 })
  })

  it('imports destinations without secrets, and the subscriptions to alerts and reports', async () => {
    const [hook] = (await away.admin.get<{ id: number }[]>('/api/destinations')).body
    const { db, config } = away.services
    const [stored] = await db.select().from(destinations)
    const row = { table: 'destinations', id: stored?.id ?? 0 } as const
    expect(decryptOptions(config.secretKey, row, stored?.encrypted_options ?? '')).toEqual({ username: 'sight' })
    expect((await away.admin.post(`/api/destinations/${hook?.id}/test`)).body).toEqual({
      ok: false,
      message: 'The options of this destination are incomplete. Save it again.',
    })
    const [owner] = await db.select().from(users).where(eq(users.email, ada.email))
    const subscribers = await db.select().from(alertSubscriptions).orderBy(alertSubscriptions.id)
    expect(subscribers.map(({ user_id, destination_id }) => [user_id, destination_id])).toEqual([
      [owner?.id, null],
      [owner?.id, hook?.id],
    ])
    const [board] = await db.select().from(dashboards)
    const [toBoard, toQuery] = await db.select().from(subscriptions).orderBy(subscriptions.id)
    const same = {
      user_id: owner?.id,
      destination_id: hook?.id,
      schedule: { interval: 86_400, time: '08:00' },
      last_sent_at: null,
    }
    expect(toBoard).toMatchObject({ ...same, dashboard_id: board?.id, query_id: null, attach_pdf: true })
    expect(toQuery).toMatchObject({ ...same, dashboard_id: null, query_id: expect.any(Number), attach_pdf: false })
    expect(toBoard?.due_at.getTime()).toBeGreaterThan(away.services.now().getTime())
  })

  it('leaves out impossible subscriptions, and says why', async () => {
    const query = { id: 1, name: 'Watched', query: 'select 1' }
    const alert = { name: 'Lonely', query_id: 1, options: { column: 'a', op: '>', value: 1 } }
    const pager = { id: 1, name: 'Pager', type: 'pagerduty', options: { integration_key: '--------' } }
    const mine = {
      object_type: 'query',
      object_id: 1,
      user: { email: ADMIN.email },
      schedule: { interval: 86_400, time: '08:00' },
    }
    const { made, notes } = await imported(away, {
      queries: [query],
      destinations: [pager, { ...pager, id: 2, name: 'Hook' }, { ...pager, id: 3, name: 'Odd', type: 'carrier pigeon' }],
      alerts: [{ ...alert, subscriptions: [{ user: { email: 'gone@example.com' } }, { ...mine, destination_id: 9 }] }],
      subscriptions: [
        mine,
        { ...mine, object_id: 7 },
        { ...mine, user: { email: 'gone@example.com' } },
        { ...mine, destination: { id: 1 } },
        { ...mine, schedule: { interval: 60 } },
        { ...mine, schedule: { interval: 86_400, time: '08:00', until: '2020-01-01' } },
      ],
    })
    expect(made).toMatchObject({ queries: 1, alerts: 1, destinations: 1, subscriptions: 1 })
    expect(notes).toEqual([
      'Destination "Pager" has no secrets. Enter them again: PagerDuty Service Integration Key.',
      'Destination "Hook" was skipped: the one of this name here is of another type.',
      'Destination "Odd" was skipped: the type carrier pigeon is not known here.',
      'Alert "Lonely" was imported without 2 subscriptions, whose recipients are not here.',
      'Subscription number 2 was skipped: its query is not in the file.',
      'Subscription number 3 was skipped: its recipient is not here.',
      'Subscription number 4 was skipped: destinations of the type pagerduty cannot receive reports.',
      'Subscription number 5 was skipped: Reports are sent once an hour at most.',
      'Subscription number 6 was skipped: This schedule ended on 2020-01-01.',
    ])
  })

  it('grants no admin permissions', async () => {
    const content = {
      groups: [
        { id: 1, name: 'Wheel', permissions: ['super_admin', 'admin', 'view_query'] },
        { id: 2, name: 'admin' },
      ],
      users: [{ id: 1, name: 'Mallory', email: 'mallory@example.com', groups: [1, 2] }],
    }
    const { notes } = await imported(away, content)
    expect(notes).toEqual([expect.stringContaining('mallory@example.com was an admin')])
    const { db } = away.services
    const [wheel] = await db.select().from(groups).where(eq(groups.name, 'Wheel'))
    expect(wheel?.permissions).toEqual(['view_query'])
    const [mallory] = await db.select().from(users).where(eq(users.email, 'mallory@example.com'))
    expect(mallory?.group_ids).toEqual([wheel?.id])
  })
})

describe('responses of the API', () => {
  it('can be imported as well: a page of queries, a dashboard, and both together', async () => {
    const page = (await ada.get('/api/queries')).body
    const board = (await ada.get('/api/dashboards/numbers')).body
    const fresh = await startTestServer({ hasWorker: false })
    try {
      const first = await imported(fresh, page)
      expect(first.made).toEqual({ ...NOTHING, queries: 2 })
      expect(first.notes).toEqual([expect.stringContaining('no data source')])
      const [row] = await fresh.services.db.select().from(queries).orderBy(queries.id)
      // The users of the file do not exist here, so the importing admin owns everything.
      expect(row?.user_id).toBe(fresh.admin.id)
      const alone = await imported(fresh, board)
      expect(alone).toMatchObject({ made: { dashboards: 1 }, notes: [expect.stringContaining('without 1 widget')] })

      const ids = (page as { results: Query[] }).results.map(({ id }) => id)
      const whole = await Promise.all(ids.map(async (id) => (await ada.get(`/api/queries/${id}`)).body))
      const renamed = { ...(board as Dashboard), slug: 'again', name: 'Again' }
      const data_sources = (await ada.get('/api/data_sources')).body
      const together = await imported(fresh, { queries: whole, dashboards: [renamed], data_sources })
      expect(together.notes).toEqual([])
      expect((await fresh.admin.get<Dashboard>('/api/dashboards/again')).body.widgets).toHaveLength(2)
    } finally {
      await fresh.close()
    }
  })

  it('are created once if a file contains two of the same name', async () => {
    const twice = (thing: { name: string }) => [1, 2].map((id) => ({ ...thing, id }))
    const { made, kept } = await imported(away, {
      groups: twice({ name: 'Night shift' }),
      data_sources: twice({ name: 'Night store', type: 'pg', options: { dbname: 'night' } } as { name: string }),
      destinations: twice({ name: 'Night hook', type: 'webhook', options: { url: 'https://example.com/' } } as {
        name: string
      }),
      query_snippets: twice({ name: '', trigger: 'night', snippet: 'select 1' } as { name: string }),
    })
    const once = { groups: 1, data_sources: 1, destinations: 1, query_snippets: 1 }
    expect([made, kept]).toMatchObject([once, once])
  })

  it('are left out if they are invalid, with the reason', async () => {
    const { made, notes } = await imported(away, {
      queries: [{ id: 1, name: 'No text' }, 7, { id: 2, name: 'x'.repeat(300), query: 'select 1' }],
      alerts: [{ name: 'Alone', query_id: 5, options: { column: 'a', op: '>', value: 1 } }],
      users: [{ id: 1, name: 'Nobody', email: 'no address' }],
      data_sources: [{ id: 1, name: 'Odd', type: 'abacus', options: {} }],
    })
    expect(made).toEqual(NOTHING)
    expect(notes).toHaveLength(6)
    expect(notes.slice(0, 3)).toEqual([
      'Query "No text" was skipped: "query" is not valid: it is missing.',
      'Query number 2 was skipped: it is not valid: it must be an object.',
      expect.stringMatching(/^Query .* was skipped: "name" is not valid: it must have at most \d+ characters\.$/),
    ])
    expect(notes.join('\n')).toContain('the type abacus is not known here')
  })
})

it.each([
  ['nothing', ''],
  ['no JSON', '{"queries": ['],
  ['a number', '5'],
  ['nothing that can be imported', '{"hello": "world"}'],
  ['a newer export', '{"format":"sightline-export","version":99,"queries":[]}'],
])('refuses a file that is %s, with one sentence', async (_, body) => {
  const response = await send(away, body)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }])
})

it('is only for super admins', async () => {
  const person = await away.person()
  expect((await person.get('/api/admin/export')).status).toBe(403)
  expect((await person.post('/api/admin/import', {})).status).toBe(403)
  const browser = await away.signIn(ADMIN.email, ADMIN.password)
  expect((await browser.get('/api/admin/export')).status).toBe(200)
})

it('works from the command line as well', async () => {
  const file = join(home.services.config.dataDir, 'export.json')
  const on = async (server: TestServer, ...args: string[]) => {
    const { code, out, err } = await adminCommand(args, { on: server })
    return [code, out || err]
  }
  const newest = async ({ services }: TestServer) =>
    (await services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1))[0]

  expect(await on(home, 'export', file)).toEqual([0, `Everything is in ${file}.`])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await newest(home)).toMatchObject({ action: 'installation.export', actor_name: 'Command line' })
  expect(await on(home, 'export', file)).toEqual([1, expect.stringContaining('exist')])

  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Revenue', 'Turnover'))
  const report = expect.stringMatching(/queries: 1 new, 1 here already\ndashboards: 0 new, 1 here already/)
  expect(await on(away, 'import', file, '--owner', ADMIN.email, '--dry-run')).toEqual([0, report])
  expect(await on(away, 'import', file, '--owner', ADMIN.email.toUpperCase())).toEqual([0, report])
  expect(await newest(away)).toMatchObject({ action: 'installation.import', actor_name: 'Command line' })
  expect(await on(away, 'import', file)).toEqual([1, expect.stringContaining('--owner')])
})
