import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverCleanup } from './server-cleanup.ts'

/** A server program that answers HTTP when it is ready. */
export interface ServerProgram {
  name: string
  /** Where it may be. */
  paths: string[]
  /** What it is called in Debian. */
  debianPackage: string
  /** Prepares the folder that its data goes to; returns what it is started with. */
  prepare(folder: string): Promise<{ args: string[]; env?: Record<string, string>; readyAt: string }>
}

export interface StartedProgram {
  /** Of this server alone, removed when it stops. */
  folder: string
  stop(): Promise<void>
}

const READY_LIMIT = 60_000
const LOOK_INTERVAL = 50

/** Starts a server on this machine, with data of its own in a temporary folder. */
export async function startProgram({ name, paths, debianPackage, prepare }: ServerProgram): Promise<StartedProgram> {
  const path = paths.find(existsSync)
  if (!path) throw new Error(`${name} is missing: install it with "sudo apt-get install ${debianPackage}".`)
  const folder = await mkdtemp(join(tmpdir(), 'sightline-server-'))
  const { args, env, readyAt } = await prepare(folder)
  const running = spawn(path, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4000)
    })
  const stop = serverCleanup(running, folder, 'SIGKILL')
  for (const end = Date.now() + READY_LIMIT; ; await sleep(LOOK_INTERVAL)) {
    if (
      await fetch(readyAt).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { folder, stop }
    if (running.exitCode === null && Date.now() < end) continue
    await stop()
    throw new Error(`${name} did not start: ${log}`)
  }
}
