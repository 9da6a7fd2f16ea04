import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { DatabaseServer } from './postgres-server.ts'
import { serverCleanup } from './server-cleanup.ts'

const SERVER = '/usr/sbin/firebird'
const SHELL = '/usr/bin/isql-fb'
const FIXER = '/usr/bin/gfix'
/** Debian's folder of the engine's files, by processor architecture. */
const ENGINES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/firebird/3.0`)
const PARTS = ['plugins', 'intl', 'firebird.msg', 'lib', 'plugins.conf']
const READY_MILLISECONDS = 60_000
const LOOK_MILLISECONDS = 50

/** A server with an administrator, who may see what everybody does. */
export interface FirebirdServer extends DatabaseServer {
  admin: { user: string; password: string }
}

/**
 * Starts a Firebird server of its own on a free port of 127.0.0.1, with one database, `shop`, that has its own users. A
 * server of the system is left alone: root folder, settings, locks and data are in a temporary folder, without durability.
 */
export async function startFirebird(): Promise<FirebirdServer> {
  const engine = ENGINES.find(existsSync)
  if (!engine || ![SERVER, SHELL, FIXER].every(existsSync))
    throw new Error('Firebird is missing: install it with "sudo apt-get install firebird3.0-server".')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-firebird-'))
  const host = '127.0.0.1'
  const port = await freePort()
  const [user, password, database] = ['analyst', 'open sesame', 'shop']
  const admin = { user: 'SYSDBA', password: 'administer' }
  const file = join(folder, `${database}.fdb`)
  for (const part of PARTS) await symlink(join(engine, part), join(folder, part))
  await mkdir(join(folder, 'locks'))
  await writeFile(join(folder, 'firebird.conf'), settings(port, file, join(folder, 'locks')))
  await writeFile(join(folder, 'databases.conf'), `${database} = ${file}\n{\n  SecurityDatabase = ${file}\n}\n`)
  const locks = join(folder, 'locks')
  const env = { ...process.env, FIREBIRD: folder, FIREBIRD_LOCK: locks, FIREBIRD_TMP: locks }
  const made = spawnSync(SHELL, ['-q', '-b', '-user', admin.user], {
    env,
    encoding: 'utf8',
    input: `CREATE DATABASE '${file}' DEFAULT CHARACTER SET UTF8;
      CREATE USER ${admin.user} PASSWORD '${admin.password}' USING PLUGIN Srp;
      CREATE USER ${user} PASSWORD '${password}' USING PLUGIN Srp;
      GRANT CREATE TABLE TO USER ${user};
      COMMIT;\n`,
  })
  if (made.status !== 0) throw new Error(`Firebird's database was not made: ${made.stdout}${made.stderr}`)
  const hastened = spawnSync(FIXER, ['-write', 'async', '-user', admin.user, file], { env, encoding: 'utf8' })
  if (hastened.status !== 0) throw new Error(`Firebird's database was not set up: ${hastened.stdout}${hastened.stderr}`)
  const running = spawn(SERVER, [], { cwd: folder, env, stdio: 'ignore' })
  const stop = serverCleanup(running, folder, 'SIGKILL')
  for (const end = Date.now() + READY_MILLISECONDS; !(await listens(host, port)); await pause(LOOK_MILLISECONDS)) {
    if (running.exitCode === null && Date.now() < end) continue
    await stop()
    throw new Error('Firebird did not start.')
  }
  const url = `firebird://${host}:${port}/${database}`
  return { host, port, user, password, database, url, admin, stop }
}

const settings = (port: number, file: string, temporary: string) => `RemoteServicePort = ${port}
RemoteBindAddress = localhost
AuthServer = Srp256
UserManager = Srp
SecurityDatabase = ${file}
DatabaseAccess = None
TempDirectories = ${temporary}
`

const listens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
