import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { never } from '../../testing/never.ts'
import { startPasswordSshServer, tunnelThrough } from '../../testing/password-ssh-server.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { type DatabaseServer, startPostgres } from '../../testing/postgres-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type SshServer, startSshServer } from '../../testing/ssh-server.ts'
import { failureOf } from '../conformance/runs.ts'
import mysql from '../mysql/index.ts'
import postgres from '../postgres/index.ts'
import { CANCELLED } from '../runner.ts'

let gate: SshServer
let postgresServer: DatabaseServer
let mariadbServer: DatabaseServer

beforeAll(async () => {
  gate = await startSshServer()
  postgresServer = await startPostgres()
  mariadbServer = await startMariadb()
})
afterAll(async () => {
  await gate.stop()
  await postgresServer.stop()
  await mariadbServer.stop()
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

const tunnel = (changes: Record<string, unknown> = {}) => tunnelThrough(gate, changes)

const runOnPostgres = (text: string, ssh_tunnel: unknown = tunnel(), signal = never) => {
  const { host, port, user, password, database: dbname } = postgresServer
  const config = postgres.config.parse({ host, port, user, password, dbname, ssh_tunnel })
  return postgres.run(text, { config, signal, tempDir: '/nowhere' })
}
const mysqlConfig = () => {
  const { host, port, user, password: passwd, database: db } = mariadbServer
  return mysql.config.parse({ host, port, user, passwd, db, ssh_tunnel: tunnel() })
}
const failed = async (changes: Record<string, unknown>) => (await failureOf(runOnPostgres('SELECT 1', tunnel(changes)))).message

describe('a tunnel', () => {
  it('leads to PostgreSQL and to MariaDB', async () => {
    expect(await rowsOf(await runOnPostgres(`SELECT i FROM generate_series(1, 3) i`))).toEqual([[1], [2], [3]])
    const onMariadb = await mysql.run('SELECT seq FROM seq_1_to_3', {
      config: mysqlConfig(),
      signal: never,
      tempDir: '/nowhere',
    })
    expect(await rowsOf(onMariadb)).toEqual([['1'], ['2'], ['3']])
    await mysql.testConnection?.({ config: mysqlConfig(), signal: never })
    expect(await mysql.getSchema?.({ config: mysqlConfig(), signal: never })).toEqual([])
  })

  it('transfers large results completely', async () => {
    const rows = await rowsOf(await runOnPostgres(`SELECT i, repeat('x', 1000) FROM generate_series(1, 20000) i`))
    expect(rows).toHaveLength(20_000)
    expect(rows.at(-1)?.[0]).toBe(20_000)
  })

  it('transfers a cancel to PostgreSQL', async () => {
    const admin = new pg.Client(postgresServer.url)
    await admin.connect()
    onTestFinished(() => admin.end())
    const text = 'SELECT pg_sleep(611)'
    const isActive = async () =>
      (await admin.query(`SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'`, [text])).rows.length > 0
    const stop = new AbortController()
    const outcome = failureOf(runOnPostgres(text, tunnel(), stop.signal).then(rowsOf))
    await pollWhile(async () => !(await isActive()))
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await isActive()).toBe(false)
  })

  it('transfers a cancel to MariaDB', async () => {
    const admin = await mysqlDriver.createConnection(mariadbServer.url)
    onTestFinished(() => admin.end())
    const text = 'SELECT sleep(611)'
    const isActive = async () => {
      const [rows] = await admin.query('SELECT 1 FROM information_schema.processlist WHERE info = ?', [text])
      return Array.isArray(rows) && rows.length > 0
    }
    const stop = new AbortController()
    const context = { config: mysqlConfig(), signal: stop.signal, tempDir: '/nowhere' }
    const outcome = failureOf(mysql.run(text, context).then(rowsOf))
    await pollWhile(async () => !(await isActive()))
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await isActive()).toBe(false)
  })

  it('opens with an encrypted private key', async () => {
    const locked = { ssh_keyFile: base64(gate.lockedKey) }
    expect(await rowsOf(await runOnPostgres('SELECT 1', tunnel({ ...locked, ssh_key_password: gate.keyPassword })))).toEqual([
      [1],
    ])
    expect(await failed({ ...locked, ssh_key_password: 'another one' })).toBe(
      'SSH tunnel: the private key cannot be read; is its password right?',
    )
  })

  it('opens with a password', async () => {
    const other = await startPasswordSshServer('open sesame')
    onTestFinished(() => other.close())
    const way = { ...other.tunnel, ssh_keyFile: '' }
    // This SSH server accepts users, but forwards no connections.
    expect(await failed(way)).toMatch(/^SSH tunnel: 127\.0\.0\.1 does not reach /)
    expect(await failed({ ...way, ssh_password: 'wrong' })).toBe(
      `SSH tunnel: 127.0.0.1:${other.tunnel.ssh_port} does not let "ada" in.`,
    )
  })
})

describe('a tunnel that does not open', () => {
  it('reports why in a sentence of its own', async () => {
    const closed = await freePort()
    expect(await failed({ ssh_port: closed })).toBe(
      `SSH tunnel: could not connect to server at 127.0.0.1:${closed}: connection refused`,
    )
    expect(await failed({ ssh_username: 'nobody-here' })).toBe(
      `SSH tunnel: 127.0.0.1:${gate.port} does not let "nobody-here" in.`,
    )
    expect(await failed({ ssh_keyFile: '' })).toBe('SSH tunnel: it needs a password or a private key.')
    const { host, user, password, database: dbname } = postgresServer
    const config = postgres.config.parse({ host, port: closed, user, password, dbname, ssh_tunnel: tunnel() })
    const unreached = await failureOf(postgres.run('SELECT 1', { config, signal: never, tempDir: '/nowhere' }))
    expect(unreached.message).toMatch(`SSH tunnel: 127.0.0.1 does not reach 127.0.0.1:${closed}: `)
  })

  it('refuses another server by its host key, and shows the fingerprint', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    const shown = `SSH tunnel: the server at 127.0.0.1:${gate.port} shows the host key ${gate.fingerprint}`
    expect(await failed({ ssh_fingerprint: other })).toBe(`${shown}, which is not the one that is expected.`)
    expect(await failed({ ssh_fingerprint: undefined })).toBe(`${shown}; when it is the right one, enter this fingerprint.`)
  })

  it('is not opened if the run is already cancelled', async () => {
    expect((await failureOf(runOnPostgres('SELECT 2', tunnel(), AbortSignal.abort()))).message).toBe(CANCELLED)
  })
})
