import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import type { DatabaseServer } from './postgres-server.ts'
import { serverCleanup } from './server-cleanup.ts'
import type { Restartable } from './started-program.ts'

const SERVERS = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/bin/mariadbd']
const INSTALLERS = ['/usr/bin/mariadb-install-db', '/usr/local/bin/mariadb-install-db']
/** Debian's package runs the server as this user; as root it would refuse to start. */
const SYSTEM_USER = 'mysql'
const READY = 'ready for connections'

/**
 * Starts a MariaDB server of its own, with an empty database and a user with a password, on a free port of 127.0.0.1. Its data
 * is in a temporary folder, without durability.
 * @param tls paths of the server's certificate and key, which `FLUSH SSL` reloads
 */
export async function startMariadb(tls?: { cert: string; key: string }): Promise<DatabaseServer & Restartable> {
  const server = SERVERS.find(existsSync)
  const installer = INSTALLERS.find(existsSync)
  if (!server || !installer) throw new Error('MariaDB is missing: install it with "sudo apt-get install mariadb-server".')

  const folder = await mkdtemp(join(tmpdir(), 'sightline-mariadb-'))
  const data = join(folder, 'data')
  await mkdir(data)
  const owner = process.getuid?.() === 0 ? SYSTEM_USER : null
  if (owner) for (const path of [folder, data]) await chown(path, idOf('-u', owner), idOf('-g', owner))

  const userOption = owner ? [`--user=${owner}`] : []
  // In the common folder, servers that start at the same moment meet each other's temporary tables.
  const temporary = `--tmpdir=${folder}`
  const install = spawnSync(
    installer,
    [
      ...['--no-defaults', `--datadir=${data}`, temporary, '--auth-root-authentication-method=normal', '--skip-test-db'],
      ...userOption,
    ],
    { encoding: 'utf8' },
  )
  if (install.status !== 0) throw new Error(`MariaDB's data was not prepared: ${install.stdout}${install.stderr}`)

  const host = '127.0.0.1'
  const port = await freePort()
  const user = 'analyst'
  const password = randomUUID()
  const database = 'shop'
  const setup = join(folder, 'setup.sql')
  await writeFile(
    setup,
    [
      `CREATE DATABASE IF NOT EXISTS ${database} CHARACTER SET utf8mb4;`,
      `CREATE USER IF NOT EXISTS '${user}'@'%' IDENTIFIED BY '${password}';`,
      `GRANT ALL ON *.* TO '${user}'@'%';`,
      '',
    ].join('\n'),
  )
  const launch = async () => {
    const running = spawn(
      server,
      [
        ...[
          '--no-defaults',
          `--datadir=${data}`,
          temporary,
          `--socket=${join(folder, 'socket')}`,
          `--init-file=${setup}`,
          ...userOption,
        ],
        ...[`--bind-address=${host}`, `--port=${port}`, '--skip-name-resolve', '--performance-schema=off'],
        ...[
          '--debug-no-sync',
          '--innodb-flush-log-at-trx-commit=0',
          '--innodb-buffer-pool-size=64M',
          '--innodb-log-file-size=16M',
        ],
        ...(tls ? [`--ssl-cert=${tls.cert}`, `--ssl-key=${tls.key}`] : []),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const stop = serverCleanup(running, folder)
    try {
      await ready(running)
    } catch (error) {
      await stop()
      throw error
    }
    return { running, stop }
  }
  let current = await launch()
  const url = `mysql://${user}:${password}@${host}:${port}/${database}`
  return {
    ...{ host, port, user, password, database, url },
    stop: () => current.stop(),
    async kill() {
      current.running.kill('SIGKILL')
      await once(current.running, 'exit')
    },
    async restart() {
      current = await launch()
    },
  }
}

function idOf(kind: '-u' | '-g', user: string): number {
  return Number(spawnSync('id', [kind, user], { encoding: 'utf8' }).stdout)
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-8000)
      if (log.includes(READY)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`MariaDB did not start: ${log}`)))
  })
}
