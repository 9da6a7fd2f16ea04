import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { serverCleanup } from './server-cleanup.ts'

const PROGRAM = '/usr/bin/redis-server'

export interface RedisForTests {
  port: number
  password: string
  stop(): Promise<void>
}

/** Starts a Redis server of its own on a free port of 127.0.0.1. Nothing is persisted. */
export async function startRedis(): Promise<RedisForTests> {
  if (!existsSync(PROGRAM)) throw new Error('Redis is missing: install it with "sudo apt-get install redis-server".')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-redis-'))
  const port = await freePort()
  const password = 'redis secret'
  const settings = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--requirepass', password, '--busy-reply-threshold', '50'],
  ]
  const running = spawn(PROGRAM, settings, { stdio: ['ignore', 'pipe', 'ignore'] })
  const stop = serverCleanup(running, folder)
  let log = ''
  for await (const chunk of running.stdout) {
    log += chunk
    if (log.includes('Ready to accept connections')) break
  }
  return { port, password, stop }
}
