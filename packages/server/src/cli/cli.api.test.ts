import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../features/audit/tables.ts'
import { dataSources } from '../features/data-sources/tables.ts'
import { destinations } from '../features/destinations/tables.ts'
import { organizations } from '../features/settings/tables.ts'
import { checkSecretKey } from '../features/setup/stored-secrets.ts'
import { secretKeyChecks } from '../features/setup/tables.ts'
import { users } from '../features/users/tables.ts'
import { keyCheck } from '../platform/crypto/key-check.ts'
import { decryptOptions } from '../platform/crypto/options.ts'
import { keepNextKey, newSecretKey, refuseUnfinishedRotation, takeNextKey } from '../platform/crypto/secret-key.ts'
import { buildDataSource } from '../testing/builders.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { ADMIN, startTestServer, type TestServer } from '../testing/server.ts'
import { runAdmin } from './admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
})
afterAll(() => server.close())

/** Runs a command on the database of the test server. */
async function admin(
  args: string[],
  { env = {}, input = '', on = server }: { env?: object; input?: string; on?: TestServer } = {},
) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runAdmin(args, {
    env: { SIGHTLINE_DATA_DIR: on.services.config.dataDir, SIGHTLINE_BASE_URL: 'https://sight.example.com', ...env },
    input: Readable.from(input === '' ? [] : [input]),
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
    open: async () => ({ db: on.services.db, close: async () => {} }),
  })
  return { code, out: printed.join('\n'), err: complaints.join('\n') }
}

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

  it.each([[[]], [['fly']], [['promote']], [['promote', 'a@example.com', 'b@example.com']], [['list-users', '--all']]])(
    'refuses %j with a hint, and changes nothing',
    async (args) => {
      const { code, out, err } = await admin(args)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/\w/)
    },
  )

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

describe('another secret key', () => {
  const OLD = 'the-0ld-k3y-of-th1s-1nstallat10n-0nly'
  const NEW = 'an0th3r-k3y-f0r-th1s-very-1nstallat10n'
  const SECRET = 'p4ss w0rd'
  let installation: TestServer
  let ids: number[]
  let dataDir: string

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sightline-rotation-'))
    installation = await startTestServer({ hasWorker: false, config: { secretKey: OLD } })
    const options = { dbname: 'dwh', user: 'reader', password: SECRET }
    const made = [
      await buildDataSource(installation, { type: 'pg', options }),
      await buildDataSource(installation, { name: 'Other', type: 'pg', options }),
    ]
    ids = made.map(({ id }) => id)
    const webhook = { url: 'https://hooks.example.com/', username: 'sightline', password: SECRET }
    await installation.admin.post('/api/destinations', { name: 'Hook', type: 'webhook', options: webhook })
  })
  afterEach(async () => {
    await installation.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const rotate = (env: object, args: string[] = [], input = '') =>
    admin(['rotate-key', ...args], { env: { SIGHTLINE_DATA_DIR: dataDir, ...env }, input, on: installation })
  const stored = async () => {
    const { db } = installation.services
    const sources = await db.select().from(dataSources).orderBy(dataSources.id)
    return [
      ...sources.map(({ id, encrypted_options: text }) => ({ row: { table: 'data_sources', id } as const, text })),
      ...(await db.select().from(destinations)).map(({ id, encrypted_options: text }) => ({
        row: { table: 'destinations', id } as const,
        text,
      })),
    ]
  }
  const passwordsBy = async (key: string) => (await stored()).map(({ row, text }) => decryptOptions(key, row, text).password)

  it('decrypts all secrets after the rotation, and the old key decrypts none', async () => {
    const { code, out, err } = await rotate({ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: NEW })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('2 data sources and 1 alert destination')
    expect(out).not.toContain(NEW)
    expect(await passwordsBy(NEW)).toEqual([SECRET, SECRET, SECRET])
    await expect(passwordsBy(OLD)).rejects.toThrow('cannot be read')
    const [entry] = await installation.services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({
      action: 'secret_key.rotate',
      actor_name: 'Command line',
      details: { data_sources: 2, destinations: 1 },
    })
    expect(JSON.stringify(entry)).not.toContain(NEW)
  })

  it('is the only key that a server starts with afterwards', async () => {
    const startWith = (secretKey: string) => {
      const { db, config } = installation.services
      return checkSecretKey({ db, config: { ...config, secretKey, secretKeyFile: null } })
    }
    await startWith(OLD)
    await expect(startWith(NEW)).rejects.toThrow('SIGHTLINE_SECRET_KEY is not the key')
    await rotate({ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: NEW })
    await startWith(NEW)
    await expect(startWith(OLD)).rejects.toThrow('SIGHTLINE_SECRET_KEY is not the key')
  })

  it('is refused if the old key is not the key of the database', async () => {
    const before = await stored()
    const { code, err } = await rotate({ SIGHTLINE_SECRET_KEY: newSecretKey(), SIGHTLINE_NEW_SECRET_KEY: NEW })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Nothing was changed: the old key is not the one that the secrets in the database are encrypted with.',
    })
    expect(await stored()).toEqual(before)
  })

  it('keeps other commands from writing with a wrong key', async () => {
    const env = { SIGHTLINE_SECRET_KEY: newSecretKey() }
    expect(await admin(['list-users'], { env, on: installation })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^SIGHTLINE_SECRET_KEY is not the key .* forget-secrets --help$/),
    })
  })

  describe('of a database that has no check value yet, as an earlier version made it', () => {
    beforeEach(() => installation.services.db.delete(secretKeyChecks))
    const startWith = (secretKey: string, isSecretKeyNew = false) => {
      const { db, config } = installation.services
      const secretKeyFile = isSecretKeyNew ? join(dataDir, 'secret.key') : null
      return checkSecretKey({ db, config: { ...config, secretKey, secretKeyFile, isSecretKeyNew } })
    }
    const checks = () => installation.services.db.select().from(secretKeyChecks)

    it('is accepted if it decrypts the stored options', async () => {
      await expect(startWith(NEW)).rejects.toThrow('is not the key')
      expect(await checks()).toEqual([])
      await startWith(OLD)
      expect(await checks()).toEqual([{ id: true, value: keyCheck(OLD) }])
    })

    it('is refused if it was just generated while there are accounts, even with nothing encrypted', async () => {
      await installation.services.db.delete(dataSources)
      await installation.services.db.delete(destinations)
      await expect(startWith(NEW, true)).rejects.toThrow('secret.key is missing')
      await startWith(NEW)
    })
  })

  describe('when the old one is lost', () => {
    const forget = (args: string[], key = NEW) =>
      admin(['forget-secrets', ...args], { env: { SIGHTLINE_SECRET_KEY: key }, on: installation })

    it('only lists what would be forgotten without --confirm', async () => {
      const before = await stored()
      const { code, out } = await forget([])
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringMatching(
          /^Nothing was changed\. With --confirm, Sightline forgets the options of the data sources ".+", "Other" and of the alert destinations "Hook", for good\.$/,
        ),
      })
      expect(await stored()).toEqual(before)
    })

    it('clears the options that the new key does not decrypt, and lets the server start', async () => {
      expect(await forget(['--confirm'])).toMatchObject({ code: 0, err: '' })
      expect((await stored()).map(({ row, text }) => decryptOptions(NEW, row, text))).toEqual([{}, {}, {}])
      const { db, config } = installation.services
      await checkSecretKey({ db, config: { ...config, secretKey: NEW } })
      const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
      expect(entry).toMatchObject({ action: 'secret_key.forget', details: { destinations: ['Hook'] } })
    })

    it('changes nothing if the key decrypts everything', async () => {
      const before = await stored()
      expect(await forget(['--confirm'], OLD)).toMatchObject({ code: 0, out: expect.stringContaining('no options') })
      expect(await stored()).toEqual(before)
    })
  })

  it('is accepted on standard input as well, and the command may be repeated', async () => {
    expect(await rotate({ SIGHTLINE_SECRET_KEY: OLD }, ['--key-stdin'], `${NEW}\n`)).toMatchObject({ code: 0 })
    const once = await stored()
    expect(await rotate({ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: NEW })).toMatchObject({ code: 0 })
    expect(await stored()).toEqual(once)
  })

  it.each([
    [{ SIGHTLINE_SECRET_KEY: OLD }, /SIGHTLINE_NEW_SECRET_KEY/],
    [{ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: 'short' }, /at least 32/],
    [{ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: 'x'.repeat(40) }, /well-known/],
    [{ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: OLD }, /in use already/],
  ])('is refused if it is missing, weak or unchanged (%#)', async (env, sentence) => {
    const before = await stored()
    const { code, err } = await rotate(env)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(sentence) })
    expect(await stored()).toEqual(before)
  })

  it('changes nothing if a secret cannot be decrypted, and names it', async () => {
    await installation.services.db
      .update(dataSources)
      .set({ encrypted_options: 'v1:AAAA' })
      .where(eq(dataSources.id, ids[1] ?? 0))
    const before = await stored()
    const { code, err } = await rotate({ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: NEW })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^Nothing was changed: .*"Other"/) })
    expect(await stored()).toEqual(before)
  })

  describe('that Sightline keeps', () => {
    const file = () => join(dataDir, 'secret.key')
    const keyIn = (path: string) => readFileSync(path, 'utf8').trim()
    /** Creates a key file and encrypts the secrets with its key. */
    const underStoredKey = async () => {
      const { code } = await rotate({ SIGHTLINE_SECRET_KEY: OLD, SIGHTLINE_NEW_SECRET_KEY: NEW })
      expect(code).toBe(0)
      writeFileSync(file(), `${NEW}\n`, { mode: 0o600 })
    }

    it('is replaced by a random key in a file that only its owner may read', async () => {
      await underStoredKey()
      expect(await rotate({})).toMatchObject({ code: 0, out: expect.stringContaining(file()) })
      expect(keyIn(file())).not.toBe(NEW)
      expect(statSync(file()).mode & 0o777).toBe(0o600)
      expect(await passwordsBy(keyIn(file()))).toEqual([SECRET, SECRET, SECRET])
      expect(() => refuseUnfinishedRotation(file())).not.toThrow()
    })

    it.each([
      ['before the next key is kept', () => {}],
      ['after the next key is kept', () => void keepNextKey(file(), newSecretKey())],
      [
        'after the secrets were stored',
        async () => {
          await rotate({})
          copyFileSync(file(), `${file()}.next`)
          writeFileSync(file(), `${NEW}\n`)
        },
      ],
      [
        'after the next key took its place',
        async () => {
          await rotate({})
          copyFileSync(file(), `${file()}.next`)
          takeNextKey(file())
        },
      ],
    ])('is rotated by repeating a command that was interrupted %s', async (_, cutOff) => {
      await underStoredKey()
      await cutOff()
      expect(await rotate({})).toMatchObject({ code: 0, err: '' })
      const key = keyIn(file())
      expect(await passwordsBy(key)).toEqual([SECRET, SECRET, SECRET])
      expect(await installation.services.db.select().from(secretKeyChecks)).toEqual([{ id: true, value: keyCheck(key) }])
      expect(readdirSync(dataDir)).toEqual(['secret.key'])
    })

    it('survives an interruption: the server refuses to start until the command is repeated', async () => {
      await underStoredKey()
      // Interrupted after the secrets were stored, before the new key replaced the old one.
      await rotate({})
      copyFileSync(file(), `${file()}.next`)
      writeFileSync(file(), `${NEW}\n`)

      expect(() => refuseUnfinishedRotation(file())).toThrow('npm run admin -- rotate-key')
      expect(await rotate({ SIGHTLINE_NEW_SECRET_KEY: OLD })).toMatchObject({
        code: 1,
        err: expect.stringContaining('cut off'),
      })
      expect(await rotate({})).toMatchObject({ code: 0 })
      expect(() => refuseUnfinishedRotation(file())).not.toThrow()
      expect(await passwordsBy(keyIn(file()))).toEqual([SECRET, SECRET, SECRET])
    })

    it('stays if a secret cannot be decrypted', async () => {
      await underStoredKey()
      await installation.services.db
        .update(dataSources)
        .set({ encrypted_options: 'v1:AAAA' })
        .where(eq(dataSources.id, ids[1] ?? 0))
      expect(await rotate({})).toMatchObject({ code: 1 })
      expect(keyIn(file())).toBe(NEW)
      expect(() => refuseUnfinishedRotation(file())).not.toThrow()
    })
  })
})

describe('a data source under another key', () => {
  it('reports it in one sentence, and can be edited or deleted', async () => {
    const options = { dbname: 'dwh', user: 'reader', password: 'p4ss w0rd' }
    const source = await buildDataSource(server, { name: 'Locked', type: 'pg', options })
    await server.services.db.update(dataSources).set({ encrypted_options: 'v1:AAAA' }).where(eq(dataSources.id, source.id))
    const address = `/api/data_sources/${source.id}`
    const locked = { code: 'data_source_locked', message: expect.stringMatching(/SIGHTLINE_SECRET_KEY/) }
    expect(await server.admin.get(address)).toMatchObject({ status: 500, body: locked })
    expect(await server.admin.post(`${address}/test`)).toMatchObject({ body: { ok: false, message: locked.message } })
    expect(await server.admin.post(address, { name: 'Locked', type: 'pg', options })).toMatchObject({ status: 200 })
    expect((await server.admin.get(address)).status).toBe(200)

    await server.services.db.update(dataSources).set({ encrypted_options: 'v1:AAAA' }).where(eq(dataSources.id, source.id))
    expect((await server.admin.delete(address)).status).toBeLessThan(300)
  })
})

describe('the embedded database', () => {
  it('is not opened while the server uses it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-locked-'))
    try {
      // Another live process: the parent.
      writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.ppid, startedAt: null }))
      const complaints: string[] = []
      const code = await runAdmin(['list-users'], {
        env: { SIGHTLINE_DATA_DIR: dataDir },
        input: Readable.from([]),
        print: () => {},
        complain: (text) => complaints.push(text),
      })
      expect(code).toBe(1)
      expect(complaints).toEqual([expect.stringMatching(/^The data directory is in use by another Sightline/)])
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
