import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authority, type Certified, keyText, startAuthority } from '../../testing/certificate.ts'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { never } from '../../testing/never.ts'
import { type DatabaseServer, startPostgres } from '../../testing/postgres-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { CERTIFICATE_REFUSED } from '../../testing/tls-proxy.ts'
import { failureOf } from '../conformance/runs.ts'
import mysql from '../mysql/index.ts'
import postgres from '../postgres/index.ts'

// Real servers that present one certificate after the other.

const base64 = (text: string) => Buffer.from(text).toString('base64')
let known: Authority
let stranger: Authority
beforeAll(async () => {
  known = await startAuthority('Known in the tests')
  stranger = await startAuthority('Unknown in the tests')
})

describe('the certificate of a PostgreSQL server', () => {
  let server: DatabaseServer
  let admin: pg.Client
  /** Differs per certificate; otherwise a connection that was opened with another certificate would be reused. */
  let shown = ''
  beforeAll(async () => {
    server = await startPostgres()
    admin = new pg.Client(server.url)
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })

  /** Makes the server present a certificate. Its files have unique names, which show that the server has loaded them. */
  async function show(name: string, own: Certified): Promise<void> {
    for (const [ending, text] of [
      ['crt', own.certificate.toString()],
      ['key', keyText(own)],
    ] as const)
      await admin.query(`COPY (SELECT '${base64(text)}') TO PROGRAM 'umask 077; base64 -d > ${name}.${ending}'`)
    for (const setting of [`ssl_cert_file = '${name}.crt'`, `ssl_key_file = '${name}.key'`, 'ssl = on'])
      await admin.query(`ALTER SYSTEM SET ${setting}`)
    await admin.query('SELECT pg_reload_conf()')
    shown = name
    for (;;) {
      const visitor = new pg.Client(server.url)
      await visitor.connect()
      const { rows } = await visitor.query('SHOW ssl_cert_file')
      await visitor.end()
      if (rows[0]?.ssl_cert_file === `${name}.crt`) return
    }
  }

  async function encryptedAt(changes: Record<string, unknown>): Promise<unknown> {
    const { port, user, password, database: dbname } = server
    const options = { host: 'localhost', port, user, password, dbname, dsn: `application_name=at-${shown}` }
    const config = postgres.config.parse({ ...options, ...changes })
    const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
    return (await rowsOf(await postgres.run(text, { config, signal: never, tempDir: '/nowhere' })))[0]?.[0]
  }
  const refusal = async (changes: Record<string, unknown>) => (await failureOf(encryptedAt(changes))).message

  it('is verified as the SSL mode says', async () => {
    const trusting = { sslrootcertFile: base64(known.pem) }
    await show('good', await known.issue('localhost'))
    for (const sslmode of ['require', 'verify-ca', 'verify-full'])
      expect(await encryptedAt({ sslmode, ...trusting }), sslmode).toBe(true)
    expect(await encryptedAt({ sslmode: 'prefer' })).toBe(true)
    expect(await encryptedAt({ sslmode: 'disable' })).toBe(false)

    await show('misnamed', await known.issue('other.example'))
    expect(await encryptedAt({ sslmode: 'verify-ca', ...trusting })).toBe(true)
    expect(await refusal({ sslmode: 'verify-full', ...trusting })).toMatch(CERTIFICATE_REFUSED.misnamed)

    await show('expired', await known.issue('localhost', true))
    for (const sslmode of ['require', 'verify-ca', 'verify-full'])
      expect(await refusal({ sslmode, ...trusting }), sslmode).toMatch(CERTIFICATE_REFUSED.expired)

    await show('unknown', await stranger.issue('localhost'))
    for (const sslmode of ['verify-ca', 'verify-full'])
      for (const files of [trusting, {}])
        expect(await refusal({ sslmode, ...files }), sslmode).toMatch(CERTIFICATE_REFUSED.unknown)
    expect(await encryptedAt({ sslmode: 'require' })).toBe(true)
  })
})

describe('the certificate of a MariaDB server', () => {
  let folder: string
  let server: DatabaseServer
  let admin: mysqlDriver.Connection
  /** Differs per certificate, for the same reason. */
  let shown = 60
  const pathOf = (name: string) => join(folder, name)
  beforeAll(async () => {
    // The server reads it as another user.
    folder = await mkdtemp(join(tmpdir(), 'sightline-certificates-'))
    await chmod(folder, 0o755)
    await writeFile(pathOf('known.pem'), known.pem)
    await store(await known.issue('localhost'))
    server = await startMariadb({ cert: pathOf('cert.pem'), key: pathOf('key.pem') })
    admin = await mysqlDriver.createConnection(server.url)
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  async function store(own: Certified): Promise<void> {
    await writeFile(pathOf('cert.pem'), own.certificate.toString())
    await writeFile(pathOf('key.pem'), keyText(own))
  }
  async function show(own: Certified): Promise<void> {
    await store(own)
    await admin.query('FLUSH SSL')
    shown++
  }

  async function encryptedAt(changes: Record<string, unknown>): Promise<boolean> {
    const { port, user, password: passwd, database: db } = server
    const options = { host: 'localhost', port, user, passwd, db, connect_timeout: shown }
    const config = mysql.config.parse({ ...options, ...changes })
    const text = "SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'"
    return (await rowsOf(await mysql.run(text, { config, signal: never, tempDir: '/nowhere' })))[0]?.[0] !== ''
  }
  const refusal = async (changes: Record<string, unknown>) => (await failureOf(encryptedAt(changes))).message

  it('is verified as the SSL mode of MariaDB says', async () => {
    const trusting = { ssl_cacert: pathOf('known.pem') }
    for (const ssl_mode of ['preferred', 'required', 'verify-ca', 'verify-identity'])
      expect(await encryptedAt({ ssl_mode, ...trusting }), ssl_mode).toBe(true)
    expect(await encryptedAt({ ssl_mode: 'disabled' })).toBe(false)

    await show(await known.issue('other.example'))
    expect(await encryptedAt({ ssl_mode: 'verify-ca', ...trusting })).toBe(true)
    expect(await refusal({ ssl_mode: 'verify-identity', ...trusting })).toMatch(CERTIFICATE_REFUSED.misnamed)

    await show(await known.issue('localhost', true))
    for (const ssl_mode of ['verify-ca', 'verify-identity'])
      expect(await refusal({ ssl_mode, ...trusting })).toMatch(CERTIFICATE_REFUSED.expired)

    await show(await stranger.issue('localhost'))
    for (const ssl_mode of ['verify-ca', 'verify-identity'])
      expect(await refusal({ ssl_mode, ...trusting })).toMatch(CERTIFICATE_REFUSED.unknown)
    expect(await encryptedAt({ ssl_mode: 'required' })).toBe(true)
  })
})
