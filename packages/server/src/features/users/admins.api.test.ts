import { inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { NOBODY } from '../../platform/http/caller.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { ensureAdminRemains } from './memberships.ts'
import { change } from './store.ts'
import { users } from './tables.ts'

let server: TestServer
let admin: Person
let other: Person
let adminGroup: number
beforeEach(async () => {
  server = await startTestServer({ hasWorker: false })
  admin = server.admin
  adminGroup = admin.groupIds[0] ?? 0
  other = await server.person({ name: 'Other Admin', groups: admin.groupIds })
})
afterEach(() => server.close())

const refusal = { status: 400, body: { code: 'last_admin' } }
const setTo = (id: number, fields: Partial<typeof users.$inferInsert>) =>
  server.services.db
    .update(users)
    .set(fields)
    .where(inArray(users.id, [id]))
const admins = async () => {
  const rows = await server.services.db.select().from(users)
  return rows.filter((row) => row.group_ids.includes(adminGroup) && row.disabled_at === null).map(({ id }) => id)
}

describe('the last admin who can sign in', () => {
  const removeFrom = (by: Person, who: Person) => by.delete(`/api/groups/${adminGroup}/members/${who.id}`)

  it('cannot be disabled, removed from the group, or moved to other groups (PERM-38)', async () => {
    // Admin by another group: may try, but does not count as an admin.
    const deputy = await server.person({ name: 'Deputy', permissions: ['admin'] })
    await setTo(other.id, { disabled_at: new Date() })
    expect(await deputy.post(`/api/users/${admin.id}/disable`)).toMatchObject(refusal)
    expect(await removeFrom(deputy, admin)).toMatchObject(refusal)
    const [, everybody] = admin.groupIds
    expect(await deputy.post(`/api/users/${admin.id}`, { group_ids: [everybody] })).toMatchObject(refusal)
    expect(await admins()).toEqual([admin.id])
    expect((await admin.get('/api/session')).status).toBe(200)
  })

  it('remains even if there is a pending admin (PERM-38)', async () => {
    const deputy = await server.person({ name: 'Deputy', permissions: ['admin'] })
    await setTo(other.id, { is_invitation_pending: true })
    expect(await deputy.post(`/api/users/${admin.id}/disable`)).toMatchObject(refusal)
  })

  it('can be removed from a built-in group only by someone else (PERM-38, GROUP-10)', async () => {
    expect(await removeFrom(admin, admin)).toMatchObject({ status: 403, body: { code: 'group_builtin_leave' } })
    expect(await removeFrom(admin, other)).toMatchObject({ status: 200, body: null })
    expect(await admins()).toEqual([admin.id])
  })

  it.each(['disable', 'remove', 'change groups'] as const)(
    'remains when two admins %s each other at the same time (PERM-38)',
    async (action) => {
      const [, everybody = 0] = admin.groupIds
      const against = (by: Person, who: Person) => {
        if (action === 'disable') return by.post(`/api/users/${who.id}/disable`)
        return action === 'remove' ? removeFrom(by, who) : by.post(`/api/users/${who.id}`, { group_ids: [everybody] })
      }
      const replies = await Promise.all([against(admin, other), against(other, admin)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await admins()).toHaveLength(1)
    },
  )

  it('remains if two admins demote each other at the same time (PERM-38)', async () => {
    const ctx = { ...server.services, viewer: NOBODY, origin: null, baseUrl: '' }
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const disable = (id: number) => async (within: Context) => {
      await change(within.db, id, { disabled_at: new Date() })
    }
    const one = ensureAdminRemains(ctx, async (within) => {
      await disable(other.id)(within)
      first.resolve()
      await second.promise
    })
    await first.promise
    const two = ensureAdminRemains(ctx, async (within) => {
      await disable(admin.id)(within)
      second.resolve()
    })
    await Promise.race([second.promise, hasToWait()])
    second.resolve()
    const outcomes = await Promise.allSettled([one, two])
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'last_admin' } }])
    expect(await admins()).toEqual([admin.id])
  })

  /** Waits until a statement is blocked. With the single connection of the embedded database, all statements are. */
  async function hasToWait(): Promise<void> {
    if (process.env.SIGHTLINE_TEST_DATABASE !== 'postgres') return
    const { db } = server.services
    const waiting = () =>
      db
        .select({ pid: sql`pid` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
    await pollWhile(async () => (await waiting()).length === 0)
  }
})
