import type { AuditEntry } from '@sightline/contract/audit.ts'
import type { CommentThread } from '@sightline/contract/comments.ts'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { flushRecorded } from '../events/service.ts'
import { comments, commentThreads } from './tables.ts'

let server: TestServer
/** Owns the dashboards. */
let ada: Person
/** Sees the data source. */
let bob: Person
/** In no group that shares the data source. */
let eve: Person
let salaries: Query
let visualization: number
let dashboard: DashboardListItem
let chart: ShownWidget

beforeAll(async () => {
  server = await startTestServer()
  const insiders = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [insiders] })
  bob = await server.person({ name: 'Bob', groups: [insiders] })
  eve = await server.person({ name: 'Eve', groups: [await buildGroup(server)] })
  const source = (await buildDataSource(server, { groups: { [insiders]: true } })).id
  salaries = await buildQuery(server.admin, { name: 'Salaries', data_source_id: source })
  visualization = salaries.visualizations[0]?.id ?? 0
})
beforeEach(async () => {
  dashboard = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Board' })).body
  chart = await add(visualization)
})
afterAll(() => server.close())

const add = async (visualization_id: number | null) =>
  (
    await ada.post<ShownWidget>('/api/widgets', {
      dashboard_id: dashboard.id,
      visualization_id,
      text: visualization_id === null ? 'Text' : '',
      options: {},
      width: 1,
    })
  ).body
const write = (person: Person, text = 'Why?', fields: object = {}, widget = chart.id) =>
  person.post<CommentThread & { code?: string }>(`/api/widgets/${widget}/comments`, { text, ...fields })
const answer = (person: Person, thread: number, text = 'Because.') =>
  person.post<CommentThread & { code?: string }>(`/api/comment_threads/${thread}/comments`, { text })
const resolve = (person: Person, thread: number, is_resolved = true) =>
  person.post<CommentThread>(`/api/comment_threads/${thread}`, { is_resolved })
const threadsOn = async (person: Person, widget = chart.id) =>
  (await person.get<CommentThread[]>(`/api/widgets/${widget}/comments`)).body
const countsFor = async (person: Person) =>
  (await person.get<{ widget_id: number; open: number }[]>(`/api/dashboards/${dashboard.id}/comments`)).body
const idOf = ({ body }: { body: CommentThread }, place = 0) => body.comments[place]?.id ?? 0

describe('comments on a widget', () => {
  it('are threads with their authors, times and the values for which they were written (OPEN-262, OPEN-264)', async () => {
    const parameters = [
      { name: 'region', title: 'Region', value: 'North' },
      { name: 'period', title: 'Period', value: { start: '2026-05-01', end: '2026-05-31' } },
    ]
    const { status, body: thread } = await write(bob, '  Why so low?\nSee https://example.com  ', { parameters })
    expect(status).toBe(200)
    await answer(ada, thread.id, 'A holiday.')
    expect(await threadsOn(ada)).toEqual([
      {
        id: thread.id,
        widget_id: chart.id,
        created_at: expect.any(String),
        resolved: null,
        comments: [
          {
            id: expect.any(Number),
            user: { id: bob.id, name: 'Bob', profile_image_url: expect.any(String), is_disabled: false },
            text: 'Why so low?\nSee https://example.com',
            mentions: [],
            parameters,
            created_at: expect.any(String),
            edited_at: null,
            can_edit: false,
            can_delete: true,
          },
          expect.objectContaining({ text: 'A holiday.', parameters: [], can_edit: true, can_delete: true }),
        ],
      },
    ])
  })

  it('are refused blank, with more than 10,000 characters and with endless values (OPEN-262)', async () => {
    expect(await write(bob, '   ')).toMatchObject({ status: 400, body: { message: expect.stringContaining('blank') } })
    expect(await write(bob, 'a'.repeat(10_001))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('10,000 characters') },
    })
    expect((await write(bob, 'a'.repeat(10_000))).status).toBe(200)
    const parameters = Array.from({ length: 20 }, (_, n) => ({ name: `p${n}`, title: 'P', value: 'x'.repeat(6000) }))
    expect((await write(bob, 'Why?', { parameters })).status).toBe(400)
  })

  it('are resolved and opened again, by a reply as well, and only open threads are counted (OPEN-262)', async () => {
    const first = (await write(bob)).body.id
    await write(bob)
    expect(await countsFor(ada)).toEqual([{ widget_id: chart.id, open: 2 }])
    expect((await resolve(ada, first)).body.resolved).toEqual({ at: expect.any(String), by: 'Ada' })
    expect((await resolve(bob, first)).body.resolved?.by).toBe('Ada')
    expect(await countsFor(ada)).toEqual([{ widget_id: chart.id, open: 1 }])
    expect((await resolve(bob, first, false)).body.resolved).toBeNull()
    await resolve(bob, first)
    expect((await answer(ada, first)).body.resolved).toBeNull()
    expect(await countsFor(ada)).toEqual([{ widget_id: chart.id, open: 2 }])
  })

  it('are changed by their author alone, who is said to have edited them (OPEN-262)', async () => {
    const id = idOf(await write(bob))
    for (const person of [ada, server.admin])
      expect((await person.post(`/api/comments/${id}`, { text: 'Other' })).status).toBe(403)
    const { body } = await bob.post<CommentThread>(`/api/comments/${id}`, { text: 'Better' })
    expect(body.comments[0]).toMatchObject({ text: 'Better', edited_at: expect.any(String) })
  })

  it('are deleted by their author, by the owner of the dashboard and by admins; the last one ends the thread (OPEN-262)', async () => {
    const thread = (await write(bob)).body
    const reply = idOf(await answer(ada, thread.id), 1)
    expect((await bob.delete(`/api/comments/${reply}`)).status).toBe(403)
    expect((await bob.delete(`/api/comments/${thread.comments[0]?.id}`)).status).toBe(200)
    expect((await threadsOn(bob)).map(({ comments: left }) => left.map(({ text }) => text))).toEqual([['Because.']])
    expect((await server.admin.delete(`/api/comments/${reply}`)).status).toBe(200)
    expect(await threadsOn(bob)).toEqual([])
    expect((await answer(bob, thread.id)).status).toBe(404)
    const other = idOf(await write(bob))
    expect((await ada.delete(`/api/comments/${other}`)).status).toBe(200)
  })

  it('deleted by somebody else leave an entry without their text in the audit log (OPEN-263)', async () => {
    const own = idOf(await write(bob, 'Mine'))
    const other = idOf(await write(bob, 'A secret'))
    await bob.delete(`/api/comments/${own}`)
    await ada.delete(`/api/comments/${other}`)
    const { body } = await server.admin.get<{ results: AuditEntry[] }>(
      `/api/audit?action=comment.delete&object_type=dashboard&object_id=${dashboard.id}`,
    )
    expect(body.results).toMatchObject([
      {
        actor: { name: 'Ada' },
        object_name: 'Board',
        details: { comment_id: other, widget_id: chart.id, user_id: bob.id, user_name: 'Bob' },
      },
    ])
    expect(JSON.stringify(body)).not.toContain('A secret')
  })

  it('are recorded as events of their widget (OPEN-262)', async () => {
    const thread = (await write(bob)).body.id
    await answer(ada, thread)
    await flushRecorded(server.services)
    const { body } = await server.admin.get<{ results: object[] }>('/api/events?page_size=50')
    const commented = body.results.filter((event) => 'object_id' in event && event.object_id === String(chart.id))
    expect(commented).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'comment', object_type: 'widget', user_name: 'Bob' }),
        expect.objectContaining({ action: 'comment', object_type: 'widget', user_name: 'Ada' }),
      ]),
    )
  })

  it('stay with the name of a disabled author, and go with their widget (OPEN-263)', async () => {
    const carl = await server.person({ name: 'Carl', groups: bob.groupIds })
    await write(carl)
    await server.admin.post(`/api/users/${carl.id}/disable`)
    expect((await threadsOn(bob))[0]?.comments[0]?.user).toMatchObject({ name: 'Carl', is_disabled: true })
    await ada.delete(`/api/widgets/${chart.id}`)
    const { db } = server.services
    const left = await db.select().from(commentThreads).where(sql`${commentThreads.widget_id} = ${chart.id}`)
    expect(left).toEqual([])
    expect(await db.select().from(comments).where(sql`${comments.user_id} = ${carl.id}`)).toEqual([])
  })

  it('can be read but not changed on an archived dashboard (OPEN-263)', async () => {
    const thread = (await write(bob)).body
    await ada.delete(`/api/dashboards/${dashboard.id}`)
    expect(await threadsOn(bob)).toMatchObject([{ comments: [{ can_edit: false, can_delete: false }] }])
    const refused = { status: 400, body: { code: 'dashboard_archived' } }
    expect(await write(bob)).toMatchObject(refused)
    expect(await answer(bob, thread.id)).toMatchObject(refused)
    expect(await bob.delete(`/api/comments/${thread.comments[0]?.id}`)).toMatchObject(refused)
  })
})

describe('who sees comments', () => {
  it('is refused without access to the data source of the widget: the threads, their count, and every change (OPEN-263)', async () => {
    const thread = (await write(bob)).body
    const comment = thread.comments[0]?.id
    expect(await countsFor(eve)).toEqual([])
    const statuses = await Promise.all([
      eve.get(`/api/widgets/${chart.id}/comments`),
      write(eve),
      answer(eve, thread.id),
      resolve(eve, thread.id),
      eve.post(`/api/comments/${comment}`, { text: 'Other' }),
      eve.delete(`/api/comments/${comment}`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  it('is refused who may open dashboards but not read results (OPEN-263)', async () => {
    const readers = await buildGroup(server, { permissions: ['list_dashboards'] })
    const source = (await buildDataSource(server, { groups: { [readers]: true } })).id
    const query = await buildQuery(server.admin, { data_source_id: source })
    const widget = (
      await server.admin.post<ShownWidget>('/api/widgets', {
        dashboard_id: dashboard.id,
        visualization_id: query.visualizations[0]?.id,
        text: '',
        options: {},
        width: 1,
      })
    ).body
    await write(server.admin, 'Why?', {}, widget.id)
    const reader = await server.person({ name: 'Reader', groups: [readers] })
    expect((await reader.get(`/api/widgets/${widget.id}/comments`)).status).toBe(403)
    expect(await countsFor(reader)).toEqual([])
  })

  it('is refused without access to a source that the latest result was read from (OPEN-263)', async () => {
    const groups = Object.fromEntries([...eve.groupIds, ...bob.groupIds].map((id) => [id, true]))
    const joins = (await buildDataSource(server, { type: 'results', options: {}, groups })).id
    const joined = await buildQuery(server.admin, { data_source_id: joins, query: `select * from query_${salaries.id}` })
    const widget = await add(joined.visualizations[0]?.id ?? 0)
    await write(bob, 'Too much', {}, widget.id)
    expect((await eve.get(`/api/widgets/${widget.id}/comments`)).status).toBe(200)
    const run = await server.admin.post<{ job: { status: number } }>(`/api/queries/${joined.id}/results`, {
      max_age: 0,
      wait: 20_000,
    })
    expect(run.body.job.status).toBe(JobStatus.done)
    expect((await eve.get(`/api/widgets/${widget.id}/comments`)).status).toBe(403)
    expect(await countsFor(eve)).toEqual([])
    expect(await threadsOn(bob, widget.id)).toHaveLength(1)
  })

  it('includes everyone who sees the dashboard for a textbox, whose comments keep no values (OPEN-263, OPEN-264)', async () => {
    const text = await add(null)
    const parameters = [{ name: 'region', title: 'Region', value: 'North' }]
    expect((await write(bob, 'Typo', { parameters }, text.id)).body.comments[0]?.parameters).toEqual([])
    expect(await threadsOn(eve, text.id)).toMatchObject([{ comments: [{ text: 'Typo' }] }])
    expect((await write(eve, 'Where?', {}, text.id)).status).toBe(200)
    expect(await countsFor(eve)).toEqual([{ widget_id: text.id, open: 2 }])
  })

  it('excludes visitors of a public dashboard, whose pages have no trace of comments (OPEN-263)', async () => {
    const text = await add(null)
    await ada.delete(`/api/widgets/${chart.id}`)
    await write(bob, 'A remark', {}, text.id)
    const { body } = await ada.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)
    const shown = await server.anonymous.get<object>(`/api/dashboards/public/${body.api_key}`)
    expect(shown.status).toBe(200)
    expect(JSON.stringify(shown.body)).not.toMatch(/comment|remark/)
    const byToken = await server.anonymous.get(`/api/widgets/${text.id}/comments?api_key=${body.api_key}`)
    expect(byToken.status).toBe(403)
  })
})
