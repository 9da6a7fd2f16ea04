import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Permission } from '@sightline/contract/permissions.ts'
import { prepareFirstStart } from '../features/setup/service.ts'
import { checkSecretKey } from '../features/setup/stored-secrets.ts'
import * as users from '../features/users/store.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Services } from '../platform/context.ts'
import { newKey } from '../platform/crypto/keys.ts'
import { hashPassword } from '../platform/crypto/passwords.ts'
import type { openDatabase } from '../platform/db/database.ts'
import type { Drain } from '../platform/http/drain.ts'
import { createLog } from '../platform/log/log.ts'
import { buildServer, startWorker } from '../server.ts'
import { openServices } from '../services.ts'
import { CookieJar, clientOf, type TestClient } from './client.ts'
import { openTestDatabase } from './database.ts'

export const ADMIN = { email: 'admin@example.com', password: 'a good password' }

/** A user of the test server, calling by API key. */
export interface Person extends TestClient {
  id: number
  name: string
  email: string
  apiKey: string
  groupIds: number[]
}

/** A browser with a session. It sends its cookies, and the CSRF token with changing calls. */
export interface Browser extends TestClient {
  cookies: CookieJar
}

export interface TestServer {
  /** Without a trailing slash. */
  url: string
  services: Services
  /** Stops serving as a process does that is asked to stop; `close` follows. */
  drain: Drain
  /** A fixed time; the real time if null. */
  clock: { now: Date | null }
  /** Lines of the log so far. */
  log: string[]
  /** The set-up token before set-up. */
  setupToken: string | null
  anonymous: TestClient
  /** The first admin. Throws before set-up. */
  admin: Person
  /** Creates a user, by default in the group `default`; with `permissions`, in a new group with just these. */
  person(who?: { name?: string; groups?: number[]; permissions?: Permission[]; password?: string }): Promise<Person>
  signIn(email: string, password: string): Promise<Browser>
  close(): Promise<void>
}

export interface TestServerOptions {
  config?: Partial<Config>
  /** False skips set-up. */
  isSetUp?: boolean
  /** Folder of the built web app. */
  webApp?: string
  /** False starts no worker, so that jobs wait forever. */
  hasWorker?: boolean
  /** By default a free port. */
  port?: number
  /** Opens the metadata database; by default a new one. */
  open?: typeof openDatabase
}

/** Starts the real server on a free port of this machine, with a database and a data directory of its own. */
export async function startTestServer({
  config: overrides,
  isSetUp = true,
  webApp,
  hasWorker = true,
  port = 0,
  open = openTestDatabase,
}: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-api-test-'))
  const config: Config = {
    ...readConfig({
      SIGHTLINE_DATA_DIR: dataDir,
      SIGHTLINE_SAMPLE_DATA: '0',
      PORT: '0',
      SIGHTLINE_SHUTDOWN_GRACE: '0',
      // Lets tests set their IP address.
      SIGHTLINE_TRUSTED_PROXIES: 'loopback',
      SIGHTLINE_MIN_FREE_SPACE: '0',
      SIGHTLINE_ACCESS_LOG: '0',
    }),
    admin: isSetUp ? ADMIN : null,
    ...overrides,
  }
  const log: string[] = []
  const clock: TestServer['clock'] = { now: null }
  const opened = await openServices(config, createLog(linesInto(log)), open)
  const services: Services = { ...opened.services, now: () => clock.now ?? new Date() }
  await checkSecretKey(services)
  const setupToken = await prepareFirstStart(services)
  const stopWorker = hasWorker ? await startTestWorker(services) : async () => {}
  const { fastify, drain } = await buildServer(services, { webApp, checksReplies: true })
  const url = await fastify.listen({ port, host: '127.0.0.1' })

  const personOf = (user: users.UserRow): Person => ({
    ...clientOf(url, () => ({ authorization: `Key ${user.api_key}` })),
    id: user.id,
    name: user.name,
    email: user.email,
    apiKey: user.api_key,
    groupIds: user.group_ids,
  })
  const firstAdmin = await users.findByEmail(services.db, ADMIN.email)

  return {
    url,
    services,
    drain,
    clock,
    log,
    setupToken,
    anonymous: clientOf(url),
    get admin() {
      if (!firstAdmin) throw new Error('This test server is not set up.')
      return personOf(firstAdmin.user)
    },
    person: async (who) => personOf(await createUser(services, who)),
    signIn: (email, password) => signIn(url, email, password),
    async close() {
      await Promise.all([fastify.close(), stopWorker()])
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const linesInto = (lines: string[]) =>
  new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })

async function createUser(
  { db }: Services,
  { name = 'Ada Lovelace', groups, permissions, password }: NonNullable<Parameters<TestServer['person']>[0]> = {},
): Promise<users.UserRow> {
  const own = permissions && (await users.insertGroup(db, { name: `Group of ${name}`, permissions }))
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return users.insert(db, {
    name,
    email: `${randomUUID()}@example.com`,
    password_hash: passwordHash,
    api_key: newKey(),
    group_ids: groups ?? (own ? [own.id] : [await users.builtinGroupId(db, 'default')]),
    is_email_verified: true,
  })
}

async function signIn(url: string, email: string, password: string): Promise<Browser> {
  const cookies = new CookieJar()
  const client = clientOf(url, () => ({ cookie: cookies.header(), 'x-csrf-token': cookies.value('csrf_token') ?? '' }))
  const browser: Browser = {
    ...client,
    cookies,
    async fetch(path, init) {
      const response = await client.fetch(path, init)
      cookies.take(response.headers)
      return response
    },
  }
  const { status, headers } = await client.post('/login', { email, password })
  if (status !== 200) throw new Error(`Signing in as ${email} was answered with ${status}.`)
  cookies.take(headers)
  return browser
}

/** Starts a worker without recurring jobs, which tests start themselves: one that came at a full minute would do their work before them. */
async function startTestWorker(services: Services): Promise<() => Promise<void>> {
  const { queue } = services
  const { schedule } = queue
  queue.schedule = async () => {}
  try {
    return await startWorker(services, { startsScheduled: false })
  } finally {
    queue.schedule = schedule
  }
}
