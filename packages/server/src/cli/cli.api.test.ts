import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntries } from '../features/audit/tables.ts'
import { organizations } from '../features/settings/tables.ts'
import { users } from '../features/users/tables.ts'
import { adminCommand } from '../testing/admin-command.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { ADMIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())

/** Runs a command, by default on the database of the test server. */
const admin = (args: string[], { env = {}, input = '', on = server }: { env?: object; input?: string; on?: TestServer } = {}) =>
  adminCommand(args, { env: { SIGHTLINE_BASE_URL: 'https://sight.example.com', ...env }, input, on })

const permissionsOf = async (email: string, password: string) => {
  const { body } = await (await server.signIn(email, password)).get<{ user: { permissions: string[] } }>('/api/session')
  return body.user.permissions
}

/** The latest audit entry of the command line. */
const newest = async () => {
  const isOfOperator = eq(auditEntries.actor_name, 'Command line')
  const [entry] = await server.services.db
    .select()
    .from(auditEntries)
    .where(isOfOperator)
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return entry
}

describe('the command line', () => {
  it('prints a help text', async () => {
    const { code, out } = await admin(['--help'])
    expect(code).toBe(0)
    for (const name of [
      'create-admin',
      'promote',
      'reset-password',
      'list-users',
      'enable-password-login',
      'test-mail',
      'migrate',
      'rotate-key',
      'forget-secrets',
    ]) {
      expect(out).toContain(`npm run admin -- ${name}`)
    }
    expect(await admin(['promote', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('<email>') })
  })

  it.each([
    [[], 'Commands for the operator'],
    [['fly'], 'There is no command "fly".\nSee: npm run admin -- --help'],
    [['promote'], 'Usage: npm run admin -- promote <email>'],
    [['promote', 'a@example.com', 'b@example.com'], 'Usage: npm run admin -- promote <email>'],
    [['list-users', '--all'], "'--all'"],
  ])('refuses %j with a hint', async (args, hint) => {
    const { code, out, err } = await admin(args)
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(hint) })
  })

  it('reports a failure in one sentence', async () => {
    expect(await admin(['promote', 'nobody@example.com'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no user nobody@example.com.',
    })
  })
})

it('sends a test mail, or reports why it was not sent', async () => {
  const mailServer = await startMailServer()
  const env = { SIGHTLINE_MAIL_URL: mailServer.url, SIGHTLINE_MAIL_FROM: 'sightline@example.com' }
  const { out } = await admin(['test-mail', 'ops@example.com'], { env })
  await mailServer.close()
  expect(out).toBe('The mail server took a test mail for ops@example.com.')
  expect(mailServer.mails).toMatchObject([{ to: [{ address: 'ops@example.com' }] }])
  expect(await admin(['test-mail', 'nobody'], { env })).toMatchObject({ code: 1, err: 'nobody is not an email address.' })
})

describe('users from the command line', () => {
  it('creates an admin with the password from standard input', async () => {
    const input = 'correct horse\nnot this line\n'
    const { code, out } = await admin(['create-admin', 'Root@Example.com', '--name', 'Root', '--password-stdin'], { input })
    expect({ code, out }).toEqual({ code: 0, out: 'Root@Example.com is an admin now.' })
    expect(await permissionsOf('root@example.com', 'correct horse')).toEqual(expect.arrayContaining(['admin', 'create_query']))
    expect(await newest()).toMatchObject({
      action: 'user.create',
      actor_id: null,
      actor_name: 'Command line',
      object_name: 'Root',
    })
    expect(JSON.stringify(await newest())).not.toContain('correct horse')
  })

  it('creates an admin who chooses a password by a link', async () => {
    const { code, out } = await admin(['create-admin', 'ada@example.com'])
    expect(code).toBe(0)
    expect(out).toMatch(/\nhttps:\/\/sight\.example\.com\/invite\/[A-Za-z0-9]{40}$/)
    const [row] = await server.services.db.select().from(users).where(eq(users.email, 'ada@example.com'))
    expect(row).toMatchObject({ name: 'ada', is_invitation_pending: true, password_hash: null })
  })

  it('refuses a taken address, a short password and an invalid address', async () => {
    expect(await admin(['create-admin', ADMIN.email])).toMatchObject({ code: 1, err: expect.stringContaining('already') })
    expect(await admin(['create-admin', 'x@example.com', '--password-stdin'], { input: '12345\n' })).toMatchObject({
      code: 1,
      err: 'Password length is too short (<6).',
    })
    expect(await admin(['create-admin', 'x@example.com', '--password-stdin'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('input'),
    })
    expect(await admin(['create-admin', 'no address'])).toMatchObject({ code: 1 })
    expect(await server.services.db.select().from(users).where(eq(users.email, 'x@example.com'))).toEqual([])
  })

  it('sets up a new installation without a browser', async () => {
    const fresh = await startTestServer({ isSetUp: false, hasWorker: false })
    try {
      const args = ['create-admin', 'first@example.com', '--password-stdin']
      expect(await admin(args, { input: 'correct horse', on: fresh })).toMatchObject({ code: 0 })
      const browser = await fresh.signIn('first@example.com', 'correct horse')
      expect((await browser.get<{ user: object }>('/api/session')).body.user).toMatchObject({
        permissions: expect.arrayContaining(['admin', 'super_admin', 'view_query']),
      })
      expect(
        await fresh.anonymous.post('/setup', {
          token: fresh.setupToken,
          name: 'X',
          email: 'x@example.com',
          password: 'a secret!',
          org_name: 'X',
        }),
      ).toMatchObject({ status: 404 })
    } finally {
      await fresh.close()
    }
  })

  it('makes a user an admin immediately', async () => {
    const person = await server.person({ name: 'Grace Hopper' })
    expect((await person.get('/api/settings/organization')).status).toBe(403)
    expect(await admin(['promote', person.email.toUpperCase()])).toMatchObject({
      code: 0,
      out: 'Grace Hopper is an admin now.',
    })
    expect((await person.get('/api/settings/organization')).status).toBe(200)
    expect(await newest()).toMatchObject({
      action: 'group.add_member',
      actor_name: 'Command line',
      details: { user_id: person.id },
    })
  })

  it("sets a user's password and ends their sessions and links", async () => {
    const person = await server.person({ password: 'old password' })
    const browser = await server.signIn(person.email, 'old password')
    expect(await admin(['reset-password', person.email, '--password-stdin'], { input: 'new password\n' })).toMatchObject({
      code: 0,
    })
    expect((await browser.get('/api/session')).status).toBe(404)
    await expect(server.signIn(person.email, 'old password')).rejects.toThrow('401')
    expect(await permissionsOf(person.email, 'new password')).toContain('view_query')
    expect(await newest()).toMatchObject({ action: 'user.reset_password', object_id: String(person.id) })
  })

  it('replaces the API key along with the password, unless an option keeps it', async () => {
    const person = await server.person({ password: 'old password' })
    const set = (...options: string[]) =>
      admin(['reset-password', person.email, '--password-stdin', ...options], { input: 'new password\n' })
    expect(await set('--keep-api-key')).toMatchObject({ code: 0 })
    expect((await person.get('/api/session')).status).toBe(200)
    expect(await set()).toMatchObject({ code: 0 })
    expect((await person.get('/api/session')).status).toBe(404)
  })

  it('prints a reset link, and keeps the old password until it is used', async () => {
    const person = await server.person({ password: 'old password' })
    const { code, out } = await admin(['reset-password', person.email])
    expect(code).toBe(0)
    expect(out).toMatch(/^https:\/\/sight\.example\.com\/reset\/[A-Za-z0-9]{40}$/)
    expect(await permissionsOf(person.email, 'old password')).toContain('view_query')
  })

  it('refuses to reset the password of a disabled user', async () => {
    const person = await server.person()
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, person.id))
    expect(await admin(['reset-password', person.email])).toMatchObject({ code: 1, err: expect.stringContaining('disabled') })
  })

  it('lists users as a table and as JSON, without secrets', async () => {
    const person = await server.person({ name: 'Eve\u001b[31m', password: 'some password' })
    const { out } = await admin(['list-users'])
    expect(out.split('\n')[0]).toMatch(/^id +email +name +groups +state$/)
    expect(out).toContain(ADMIN.email)
    expect(out).not.toContain('\u001b')
    const listed: Record<string, unknown>[] = JSON.parse((await admin(['list-users', '--json'])).out)
    expect(listed.find(({ id }) => id === person.id)).toEqual({
      id: person.id,
      name: 'Eve\u001b[31m',
      email: person.email,
      groups: ['default'],
      state: 'active',
    })
  })

  it('re-enables password sign-in', async () => {
    const off = { auth_saml_enabled: true, auth_password_login_enabled: false }
    await server.services.db.update(organizations).set({ settings: off })
    expect(await admin(['enable-password-login'])).toMatchObject({ code: 0 })
    const { body } = await server.admin.get<{ settings: object }>('/api/settings/organization')
    expect(body.settings).toMatchObject({ auth_password_login_enabled: true, auth_saml_enabled: true })
    expect(await newest()).toMatchObject({
      action: 'settings.change',
      details: { changes: [{ name: 'auth_password_login_enabled', from: false, to: true }] },
    })
    await server.services.db.update(organizations).set({ settings: {} })
  })
})

describe('the embedded database', () => {
  it('is not opened while the server uses it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-locked-'))
    try {
      // Another live process: the parent.
      writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.ppid, startedAt: null }))
      const { code, err } = await adminCommand(['list-users'], { env: { SIGHTLINE_DATA_DIR: dataDir } })
      expect(code).toBe(1)
      expect(err).toMatch(/^The data directory is in use by another Sightline/)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
