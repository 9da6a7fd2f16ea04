import { Readable } from 'node:stream'
import type { CommentThread } from '@sightline/contract/comments.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { SECRET, useTransfers } from '../../testing/transfers.ts'
import { auditEntries } from '../audit/tables.ts'
import { comments, commentThreads } from '../comments/tables.ts'
import { dashboards } from '../dashboards/tables.ts'
import { dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { exportText } from './export.ts'

const world = useTransfers()
const { exported, imported } = world

describe('an export', () => {
  it('contains all content and no secrets', async () => {
    const response = await world.home.admin.fetch('/api/admin/export')
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
      { user_id: world.ada.id, destination_id: null },
      { user_id: world.ada.id, destination_id: content.destinations[0].id },
    ])
    expect(content.subscriptions).toMatchObject([{ object_type: 'dashboard' }, { object_type: 'query', user_id: world.ada.id }])
    const { db } = world.home.services
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
    expect(entry).toMatchObject({ action: 'installation.export', actor_id: world.home.admin.id })
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
    const board = (await world.ada.get<Dashboard>('/api/dashboards/numbers')).body
    const [chart, textbox] = board.widgets.map(({ id }) => id)
    const parameters = [{ name: 'region', title: 'Region', value: 'north' }]
    const first = await world.ada.post<CommentThread>(`/api/widgets/${chart}/comments`, { text: 'Why?', parameters })
    await world.ada.post(`/api/comments/${first.body.comments[0]?.id}`, { text: 'Why so low?' })
    await world.ada.post(`/api/comment_threads/${first.body.id}`, { is_resolved: true })
    await world.ada.post(`/api/widgets/${textbox}/comments`, { text: `<@${world.home.admin.id}>, a typo` })

    const threadCounts = (text: string) => widgetsIn(text).map((widget) => widget.comment_threads.length)
    const ofTextbox = exportText(world.home.services, async () => new Set([textbox ?? 0]))
    expect(threadCounts((await Readable.from(ofTextbox).toArray()).join(''))).toEqual([0, 1])
    const whole = await exported()
    expect(threadCounts(whole)).toEqual([1, 1])
    const { other, report, chart: onChart, textbox: onText } = await there(whole)
    const { db } = other.services
    const [owner] = await db.select().from(users).where(eq(users.email, world.ada.email))
    const threads = await db.select().from(commentThreads).orderBy(commentThreads.id)
    const rows = await db.select().from(comments).orderBy(comments.id)
    await other.close()
    expect(report.notes.join()).not.toContain('comment')
    expect(rows[0]).toMatchObject({ user_id: owner?.id, text: 'Why so low?', parameters, edited_at: expect.any(Date) })
    expect(rows[0]?.created_at).toEqual(new Date(first.body.comments[0]?.created_at ?? ''))
    expect(threads[0]).toMatchObject({ resolved_by_id: owner?.id, resolved_at: expect.any(Date) })
    expect(threads[1]).toMatchObject({ resolved_by_id: null, resolved_at: null })
    expect(rows[1]?.mentioned_ids).toHaveLength(1)
    expect(onChart).toMatchObject([{ resolved: { by: 'Ada' }, comments: [{ text: 'Why so low?', parameters }] }])
    expect(onText?.[0]?.comments[0]?.mentions).toMatchObject([{ id: rows[1]?.mentioned_ids[0] }])
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
