import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from './free-port.ts'
import { serverCleanup } from './server-cleanup.ts'

const SERVERS = ['/usr/sbin/sshd', '/usr/libexec/sshd', '/usr/local/sbin/sshd']
/** Privilege separation directory that sshd needs when run as root. */
const PRIVILEGE_SEPARATION = '/run/sshd'
const READY = 'Server listening'

/** An OpenSSH server that accepts a key of the current user. */
export interface SshServer {
  host: string
  port: number
  user: string
  /** Private keys, as text: one without a password, and one with `keyPassword`. */
  key: string
  lockedKey: string
  keyPassword: string
  /** SHA-256 of its host key. */
  fingerprint: string
  /** Forwarded destinations as `host:port`, in order. */
  reached: string[]
  stop(): Promise<void>
}

/** Starts an OpenSSH server of its own on a free port of 127.0.0.1, which forwards connections to this machine only. */
export async function startSshServer(): Promise<SshServer> {
  const server = SERVERS.find(existsSync)
  if (!server) throw new Error('OpenSSH is missing: install it with "sudo apt-get install openssh-server".')
  if (process.getuid?.() === 0) mkdirSync(PRIVILEGE_SEPARATION, { recursive: true, mode: 0o755 })
  const folder = await mkdtemp(join(tmpdir(), 'sightline-sshd-'))
  const inFolder = (name: string) => join(folder, name)
  const keyPassword = 'opens the key'
  generateKey(inFolder('host'), '')
  generateKey(inFolder('user'), '')
  generateKey(inFolder('locked'), keyPassword)
  const keys = [await readFile(inFolder('user.pub'), 'utf8'), await readFile(inFolder('locked.pub'), 'utf8')]
  await writeFile(inFolder('authorized'), keys.join(''))
  const port = await freePort()
  const settings = [
    ...[
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${inFolder('host')}`,
      `AuthorizedKeysFile ${inFolder('authorized')}`,
    ],
    ...['PermitRootLogin yes', 'PasswordAuthentication no', 'UsePAM no', 'StrictModes no', 'PidFile none'],
    ...['AllowTcpForwarding local', 'PermitOpen 127.0.0.1:* localhost:*', 'LogLevel DEBUG1'],
  ]
  await writeFile(inFolder('config'), `${settings.join('\n')}\n`)
  const running = spawn(server, ['-D', '-e', '-f', inFolder('config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const reached = targetsIn(running.stderr)
  const stop = serverCleanup(running, folder)
  try {
    await ready(running)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...{ host: '127.0.0.1', port, user: userInfo().username, keyPassword, reached, stop },
    key: await readFile(inFolder('user'), 'utf8'),
    lockedKey: await readFile(inFolder('locked'), 'utf8'),
    fingerprint: fingerprintOf(inFolder('host.pub')),
  }
}

function generateKey(path: string, password: string): void {
  const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', password, '-f', path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ssh-keygen made no key: ${stderr}`)
}

function fingerprintOf(path: string): string {
  const { stdout } = spawnSync('ssh-keygen', ['-l', '-f', path], { encoding: 'utf8' })
  return stdout.split(' ')[1] ?? ''
}

/** Parses the forwarded destinations in the log. */
function targetsIn(log: Readable): string[] {
  const targets: string[] = []
  createInterface({ input: log }).on('line', (line) => {
    const [, host, port] = /server_request_direct_tcpip: .*target (\S+) port (\d+)/.exec(line) ?? []
    if (host) targets.push(`${host}:${port}`)
  })
  return targets
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-8000)
      if (log.includes(READY)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`OpenSSH did not start: ${log}`)))
  })
}
