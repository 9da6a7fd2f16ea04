import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { forEachKind } from '@sightline/contract/transfer.ts'
import { desc, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { decryptOptions } from '../../platform/crypto/options.ts'
import { adminCommand } from '../../testing/admin-command.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { useTransfers } from '../../testing/transfers.ts'
import { alertSubscriptions } from '../alerts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { dashboards } from '../dashboards/tables.ts'
import { dataSources } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { groups, users } from '../users/tables.ts'

const world = useTransfers()
const { exported, send, imported } = world
const NOTHING = forEachKind(() => 0)

describe('an import', () => {
  it('reports in a dry run what it would create, and creates nothing', async () => {
    const report = await imported(world.away, await exported(), '?dry_run')
    expect(report).toMatchObject({
      is_dry_run: true,
      made: { ...forEachKind(() => 1), queries: 2, subscriptions: 2 },
      kept: { ...NOTHING, groups: 2, users: 1 },
      notes: ['Destination "Hook" has no secrets. Enter them again: Url, Password.'],
    })
    const { db } = world.away.services
    expect(await db.select().from(queries)).toEqual([])
    expect(await db.select().from(users)).toHaveLength(1)
  })

  it('creates everything for its owners, with all relations', async () => {
    const file = await exported()
    const report = await imported(world.away, file)
    expect(report).toMatchObject({ is_dry_run: false, made: { queries: 2, dashboards: 1 } })

    const { db } = world.away.services
    const [owner] = await db.select().from(users).where(eq(users.email, world.ada.email))
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
    const { body: board } = await world.away.admin.get<Dashboard>('/api/dashboards/numbers')
    expect(board).toMatchObject({ name: 'Numbers', user_id: owner?.id, widgets: [{}, {}] })
    expect(board.api_key).toBeUndefined()
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'installation.import', details: { queries: 2 } })
  })

  it('pauses data sources until their secrets are entered', async () => {
    const [source] = await world.away.services.db.select().from(dataSources)
    const pause_reason = 'Imported without its secrets. Enter them again (Password), test the connection, and resume it.'
    expect(source).toMatchObject({ name: 'Sales', type: 'pg', paused: true, pause_reason })
    const { body } = await world.away.admin.get<{ options: object }>(`/api/data_sources/${source?.id}`)
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
    expect((await imported(world.away, { data_sources })).made).toMatchObject({ data_sources: 5 })
    const { db } = world.away.services
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
    await imported(world.away, { ...head, data_sources: sources, queries: [queryNamed('Of version 1')] })
    await imported(world.away, { data_sources: sources, queries: [queryNamed('Of Redash')] })
    const made = await world.away.services.db
      .select({ name: queries.name, options: queries.options })
      .from(queries)
      .where(inArray(queries.name, ['Of version 1', 'Of Redash']))
      .orderBy(queries.name)
    expect(made).toEqual([
      { name: 'Of Redash', options: {} },
      { name: 'Of version 1', options: { dialect: 'duckdb' } },
    ])
    const later = await send(world.away, JSON.stringify({ ...head, version: 3, queries: [] }))
    expect([later.status, await later.json()]).toEqual([
      400,
      expect.objectContaining({
        message: expect.stringContaining('export of version 3; this server can import versions up to 2'),
      }),
    ])
  })

  it('creates nothing twice', async () => {
    const report = await imported(world.away, await exported())
    expect(report.made).toEqual(NOTHING)
    expect(report.kept).toMatchObject({ ...forEachKind(() => 1), groups: 3, users: 2, queries: 2, subscriptions: 2 })
  })

  it('imports destinations without secrets, and the subscriptions to alerts and reports', async () => {
    const [hook] = (await world.away.admin.get<{ id: number }[]>('/api/destinations')).body
    const { db, config } = world.away.services
    const [stored] = await db.select().from(destinations)
    const row = { table: 'destinations', id: stored?.id ?? 0 } as const
    expect(decryptOptions(config.secretKey, row, stored?.encrypted_options ?? '')).toEqual({ username: 'sight' })
    expect((await world.away.admin.post(`/api/destinations/${hook?.id}/test`)).body).toEqual({
      ok: false,
      message: 'The options of this destination are incomplete. Save it again.',
    })
    const [owner] = await db.select().from(users).where(eq(users.email, world.ada.email))
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
    expect(toBoard?.due_at.getTime()).toBeGreaterThan(world.away.services.now().getTime())
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
    const { made, notes } = await imported(world.away, {
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
    const { notes } = await imported(world.away, content)
    expect(notes).toEqual([expect.stringContaining('mallory@example.com was an admin')])
    const { db } = world.away.services
    const [wheel] = await db.select().from(groups).where(eq(groups.name, 'Wheel'))
    expect(wheel?.permissions).toEqual(['view_query'])
    const [mallory] = await db.select().from(users).where(eq(users.email, 'mallory@example.com'))
    expect(mallory?.group_ids).toEqual([wheel?.id])
  })
})

describe('responses of the API', () => {
  it('can be imported as well: a page of queries, a dashboard, and both together', async () => {
    const page = (await world.ada.get('/api/queries')).body
    const board = (await world.ada.get('/api/dashboards/numbers')).body
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
      const whole = await Promise.all(ids.map(async (id) => (await world.ada.get(`/api/queries/${id}`)).body))
      const renamed = { ...(board as Dashboard), slug: 'again', name: 'Again' }
      const data_sources = (await world.ada.get('/api/data_sources')).body
      const together = await imported(fresh, { queries: whole, dashboards: [renamed], data_sources })
      expect(together.notes).toEqual([])
      expect((await fresh.admin.get<Dashboard>('/api/dashboards/again')).body.widgets).toHaveLength(2)
    } finally {
      await fresh.close()
    }
  })

  it('are created once if a file contains two of the same name', async () => {
    const twice = (thing: { name: string }) => [1, 2].map((id) => ({ ...thing, id }))
    const { made, kept } = await imported(world.away, {
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
    const { made, notes } = await imported(world.away, {
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
  const response = await send(world.away, body)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }])
})

it('is only for super admins', async () => {
  const person = await world.away.person()
  expect((await person.get('/api/admin/export')).status).toBe(403)
  expect((await person.post('/api/admin/import', {})).status).toBe(403)
  const browser = await world.away.signIn(ADMIN.email, ADMIN.password)
  expect((await browser.get('/api/admin/export')).status).toBe(200)
})

it('works from the command line as well', async () => {
  const file = join(world.home.services.config.dataDir, 'export.json')
  const on = async (server: TestServer, ...args: string[]) => {
    const { code, out, err } = await adminCommand(args, { on: server })
    return [code, out || err]
  }
  const newest = async ({ services }: TestServer) =>
    (await services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1))[0]

  expect(await on(world.home, 'export', file)).toEqual([0, `Everything is in ${file}.`])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await newest(world.home)).toMatchObject({ action: 'installation.export', actor_name: 'Command line' })
  expect(await on(world.home, 'export', file)).toEqual([1, expect.stringContaining('exist')])

  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Revenue', 'Turnover'))
  const report = expect.stringMatching(/queries: 1 new, 1 here already\ndashboards: 0 new, 1 here already/)
  expect(await on(world.away, 'import', file, '--owner', ADMIN.email, '--dry-run')).toEqual([0, report])
  expect(await on(world.away, 'import', file, '--owner', ADMIN.email.toUpperCase())).toEqual([0, report])
  expect(await newest(world.away)).toMatchObject({ action: 'installation.import', actor_name: 'Command line' })
  expect(await on(world.away, 'import', file)).toEqual([1, expect.stringContaining('--owner')])
})
