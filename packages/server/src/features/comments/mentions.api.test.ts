import type { CommentThread, MentionablePerson } from '@sightline/contract/comments.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { RecentChange } from '@sightline/contract/home.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { UserProfile } from '@sightline/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildGroup, buildQuery } from '../../testing/builders.ts'
import { useDeliveryTestServer } from '../../testing/delivery-test-server.ts'
import type { Person } from '../../testing/server.ts'
import { sendMention } from './jobs.ts'

const sender = useDeliveryTestServer()

/** Sees the data source of the widget. */
let bob: Person
/** Does not. */
let eve: Person
let board: Dashboard
let widget: number
let insiders: number

beforeAll(async () => {
  const { ada, server, source } = sender
  insiders = (await ada.get<UserProfile>(`/api/users/${ada.id}`)).body.groups.at(-1) ?? 0
  bob = await server.person({ name: 'Bob Hart', groups: [insiders] })
  eve = await server.person({ name: 'Eve Hart', groups: [await buildGroup(server)] })
  const query: Query = await buildQuery(ada, { data_source_id: source, query: "select 'secret' as word", name: 'Sales' })
  board = (await ada.post<Dashboard>('/api/dashboards', { name: 'Board' })).body
  const shown = { dashboard_id: board.id, visualization_id: query.visualizations[0]?.id, text: '', width: 1, options: {} }
  widget = (await ada.post<{ id: number }>('/api/widgets', shown)).body.id
})

const write = (text: string) =>
  sender.ada.post<CommentThread & { message?: string }>(`/api/widgets/${widget}/comments`, { text })
const change = (id: number, text: string) => sender.ada.post<CommentThread>(`/api/comments/${id}`, { text })
const offered = async (person: Person, q = '') =>
  (await person.get<MentionablePerson[]>(`/api/widgets/${widget}/mentionable?q=${q}`)).body
const newsOf = async (person: Person) =>
  (await person.get<{ changes: RecentChange[] }>('/api/home')).body.changes.filter(({ kind }) => kind === 'mention')
const mails = () => sender.mailServer.mails
const about = (text: string) => mails().filter((mail) => mail.text?.includes(text))
/** Sends a mention again, and says how many mails that has sent. */
async function sentTo(person: Person, comment: number): Promise<number> {
  const before = mails().length
  await sendMention(sender.server.services, comment, person.id)
  return mails().length - before
}

describe('people who can be mentioned (OPEN-261)', () => {
  it('are others who may see the rows of the widget, found by a part of their names', async () => {
    expect((await offered(sender.ada, 'hart')).map(({ name }) => name)).toEqual(['Bob Hart'])
    expect((await offered(sender.ada)).map(({ id }) => id)).not.toContain(sender.ada.id)
    expect(await offered(sender.ada, 'eve')).toEqual([])
    expect((await eve.get(`/api/widgets/${widget}/mentionable`)).status).toBe(403)
  })

  it('are not disabled', async () => {
    const gone = await sender.server.person({ name: 'Gone Hart', groups: [insiders] })
    expect(await offered(sender.ada, 'gone')).toHaveLength(1)
    await sender.server.admin.post(`/api/users/${gone.id}/disable`)
    expect(await offered(sender.ada, 'gone')).toEqual([])
  })

  it('are no service accounts', async () => {
    const { body } = await sender.server.admin.post<{ id: number }>('/api/service_accounts', { name: 'Report Hart' })
    await sender.server.admin.post(`/api/groups/${insiders}/members`, { user_id: body.id })
    expect(await offered(sender.ada, 'report')).toEqual([])
    expect((await write(`<@${body.id}>`)).status).toBe(400)
  })

  it('are refused with one sentence if they may not see the widget, whether they exist or not', async () => {
    const [hidden, nobody] = [await write(`<@${eve.id}>`), await write('<@99999>')]
    expect(hidden).toMatchObject({ status: 400 })
    expect(hidden.body.message).toContain('Someone whom this comment mentions may not see the widget.')
    expect(nobody.body).toEqual(hidden.body)
  })
})

describe('a mention (OPEN-261)', () => {
  it('is shown with the current name of the user', async () => {
    const { body } = await write(`Ask <@${bob.id}>.`)
    expect(body.comments[0]).toMatchObject({ text: `Ask <@${bob.id}>.`, mentions: [{ id: bob.id, name: 'Bob Hart' }] })
    await bob.post(`/api/users/${bob.id}`, { name: 'Bob Stone' })
    const threads = (await sender.ada.get<CommentThread[]>(`/api/widgets/${widget}/comments`)).body
    expect(threads.at(-1)?.comments[0]?.mentions).toEqual([{ id: bob.id, name: 'Bob Stone' }])
    await bob.post(`/api/users/${bob.id}`, { name: 'Bob Hart' })
  })

  it('is mailed once with the text and a link, whatever is edited later, and without data (OPEN-268)', async () => {
    const { body } = await write(`<@${bob.id}>, why?`)
    await expect.poll(() => about('@Bob Hart, why?')).toHaveLength(1)
    const [mail] = about('why?')
    expect(mail?.subject).toBe('Ada mentioned you on Board')
    expect(mail?.text).toContain(`https://sightline.example.com/dashboard/${board.slug}?comments=${widget}`)
    expect(`${mail?.text} ${mail?.html}`).not.toContain('secret')
    const id = body.comments[0]?.id ?? 0
    await change(id, 'Never mind')
    await change(id, `<@${bob.id}> and <@${sender.ada.id}>`)
    // This mail comes after all that the changes could have sent.
    await write(`<@${bob.id}> last`)
    await expect.poll(() => about('last')).toHaveLength(1)
    expect([...about('Never mind'), ...about('@Bob Hart and')]).toEqual([])
  })

  it('is on the Home page of the mentioned user as long as they may see the widget (OPEN-268)', async () => {
    const { body } = await write(`<@${bob.id}> on Home`)
    expect((await newsOf(bob))[0]).toMatchObject({
      id: body.comments[0]?.id,
      name: 'Board',
      slug: board.slug,
      widget_id: widget,
    })
    expect(await newsOf(sender.ada)).toEqual([])
    await sender.server.admin.delete(`/api/groups/${insiders}/members/${bob.id}`)
    expect(await newsOf(bob)).toEqual([])
    await sender.server.admin.post(`/api/groups/${insiders}/members`, { user_id: bob.id })
  })

  it('sends no mail to users who do not want any, or who may no longer see the widget, or who are disabled (OPEN-268)', async () => {
    const { body } = await write(`<@${bob.id}> again`)
    const id = body.comments[0]?.id ?? 0
    await expect.poll(() => about('again')).toHaveLength(1)
    expect(await sentTo(bob, id)).toBe(1)

    await bob.post(`/api/users/${bob.id}`, { mails_mentions: false })
    expect((await bob.get<UserProfile>(`/api/users/${bob.id}`)).body.mails_mentions).toBe(false)
    expect(await sentTo(bob, id)).toBe(0)
    await bob.post(`/api/users/${bob.id}`, { mails_mentions: true })

    await sender.server.admin.delete(`/api/groups/${insiders}/members/${bob.id}`)
    expect(await sentTo(bob, id)).toBe(0)
    await sender.server.admin.post(`/api/groups/${insiders}/members`, { user_id: bob.id })

    await change(id, 'Nobody')
    expect(await sentTo(bob, id)).toBe(0)
    await change(id, `<@${bob.id}>`)
    await sender.server.admin.post(`/api/users/${bob.id}/disable`)
    expect(await sentTo(bob, id)).toBe(0)
    await sender.server.admin.delete(`/api/users/${bob.id}/disable`)
  })

  it('sends no more than twenty mails to a user within an hour (OPEN-268)', async () => {
    await bob.post(`/api/users/${bob.id}`, { mails_mentions: false })
    const threads: { body: CommentThread }[] = []
    for (let count = 0; count < 20; count++) threads.push(await write(`<@${bob.id}> ${count}`))
    await bob.post(`/api/users/${bob.id}`, { mails_mentions: true })
    expect(await sentTo(bob, threads.at(-1)?.body.comments[0]?.id ?? 0)).toBe(0)
  })
})
