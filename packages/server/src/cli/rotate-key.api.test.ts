import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../features/audit/tables.ts'
import { dataSources } from '../features/data-sources/tables.ts'
import { destinations } from '../features/destinations/tables.ts'
import { checkSecretKey } from '../features/setup/stored-secrets.ts'
import { secretKeyChecks } from '../features/setup/tables.ts'
import type { Services } from '../platform/context.ts'
import { keyCheck } from '../platform/crypto/key-check.ts'
import { decryptOptions } from '../platform/crypto/options.ts'
import { keepNextKey, newSecretKey, refuseUnfinishedRotation, takeNextKey } from '../platform/crypto/secret-key.ts'
import { adminCommand } from '../testing/admin-command.ts'
import { buildDataSource } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

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
    adminCommand(['rotate-key', ...args], { env: { SIGHTLINE_DATA_DIR: dataDir, ...env }, input, on: installation })
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
  /** Checks the key as the server does when it starts. @param fields of the settings */
  const startWith = (secretKey: string, fields: Partial<Services['config']> = {}) => {
    const { db, config } = installation.services
    return checkSecretKey({ db, config: { ...config, secretKeyFile: null, isSecretKeyNew: false, ...fields, secretKey } })
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
    expect(await adminCommand(['list-users'], { env, on: installation })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^SIGHTLINE_SECRET_KEY is not the key .* forget-secrets --help$/),
    })
  })

  describe('of a database that has no check value yet, as an earlier version made it', () => {
    beforeEach(() => installation.services.db.delete(secretKeyChecks))
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
      const generated = { isSecretKeyNew: true, secretKeyFile: join(dataDir, 'secret.key') }
      await expect(startWith(NEW, generated)).rejects.toThrow('secret.key is missing')
      await startWith(NEW)
    })
  })

  describe('when the old one is lost', () => {
    const forget = (args: string[], key = NEW) =>
      adminCommand(['forget-secrets', ...args], { env: { SIGHTLINE_SECRET_KEY: key }, on: installation })

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
      await startWith(NEW)
      const [entry] = await installation.services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
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

    /** Rotates the key, and undoes what the command does last: the new key takes the place of the old one. */
    const rotateAllButTheFile = async () => {
      await rotate({})
      copyFileSync(file(), `${file()}.next`)
      writeFileSync(file(), `${NEW}\n`)
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
      ['after the secrets were stored', rotateAllButTheFile],
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
      await rotateAllButTheFile()

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
