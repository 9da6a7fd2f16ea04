import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { auditEntries } from '../features/audit/tables.ts'
import { organizations } from '../features/settings/tables.ts'
import { createLink } from '../features/users/links.ts'
import { users } from '../features/users/tables.ts'
import { CookieJar } from './client.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'
import { buildWebAppFolder } from './web-app.ts'

export const MINUTE = 60_000

export interface AccountWorld {
  readonly server: TestServer
  readonly mail: MailServer
}

/**
 * A server with a mail server for the sign-in tests of one file. Each test starts at the current time with default settings.
 */
export function accountWorld() {
  let server: TestServer
  let mail: MailServer
  const world: AccountWorld = {
    get server() {
      return server
    },
    get mail() {
      return mail
    },
  }
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startTestServer({
      webApp: buildWebAppFolder(),
      config: { mailUrl: mail.url, mailFrom: 'Sightline <sightline@example.com>' },
    })
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })
  afterEach(async () => {
    world.server.clock.now = null
    await world.server.services.db.update(organizations).set({ settings: {} })
  })

  /** Each from another IP address, so that tests do not share rate limits. */
  let address = 0
  const from = () => ({ 'x-forwarded-for': `203.0.113.${++address % 250}` })
  const change = ({ id }: { id: number }, fields: Partial<typeof users.$inferInsert>) =>
    world.server.services.db.update(users).set(fields).where(eq(users.id, id))
  return {
    world,
    from,
    change,
    post: (path: string, body?: unknown, headers = {}) => world.server.anonymous.post(path, body, { ...from(), ...headers }),
    postForm: (path: string, fields: Record<string, string>, headers = {}) =>
      world.server.anonymous.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...from(), ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    withPassword: (name = 'Ada Lovelace') => world.server.person({ name, password: 'old password' }),
    rowOf: async ({ id }: { id: number }) => {
      const [row] = await world.server.services.db.select().from(users).where(eq(users.id, id))
      if (!row) throw new Error('The user is gone.')
      return row
    },
    pending: async () => {
      const person = await world.server.person()
      await change(person, { is_invitation_pending: true })
      return person
    },
    linkFor: async (kind: 'invite' | 'reset' | 'verify', person: { id: number; email: string }) =>
      createLink({ db: world.server.services.db, now: () => world.server.clock.now ?? new Date() }, kind, person),
    mailTo: (email: string) =>
      vi.waitFor(
        () => {
          const found = world.mail.mails.find(({ to }) => to?.some(({ address: to }) => to === email))
          if (!found) throw new Error(`No mail to ${email} yet.`)
          return found
        },
        { timeout: 60_000 },
      ),
    sessionOf: (headers: Headers) => {
      const jar = new CookieJar()
      jar.take(headers)
      return world.server.anonymous.get('/api/session', { cookie: jar.header() })
    },
    entriesOf: async ({ id }: Person) => {
      const rows = await world.server.services.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.object_id, String(id)))
      return rows.filter(({ object_type }) => object_type !== 'group').map(({ action }) => action)
    },
    sendPasswordsOff: () =>
      world.server.services.db.update(organizations).set({
        settings: {
          auth_password_login_enabled: false,
          auth_saml_enabled: true,
          auth_saml_metadata_url: 'https://idp.example.com/metadata.xml',
        },
      }),
  }
}
