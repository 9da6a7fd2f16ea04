import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverCleanup } from './server-cleanup.ts'

/** A server program with an HTTP readiness check. */
export interface ServerProgram {
  name: string
  /** Paths to look for. */
  paths: string[]
  /** Name of the Debian package. */
  debianPackage: string
  /** Prepares the data folder and returns the arguments. */
  prepare(folder: string): Promise<{ args: string[]; env?: Record<string, string>; readyAt: string }>
}

/** A server that can be made to fail. */
export interface Restartable {
  /** Kills it with all its connections; its files stay. */
  kill(): Promise<void>
  /** Starts it again, on the same port. */
  restart(): Promise<void>
}

export interface StartedProgram extends Restartable {
  /** Temporary folder of this server. */
  folder: string
  stop(): Promise<void>
}

const READY_LIMIT = 60_000
const LOOK_INTERVAL = 50

/** Starts a server on this machine, with data of its own in a temporary folder. */
export async function startProgram({ name, paths, debianPackage, prepare }: ServerProgram): Promise<StartedProgram> {
  const path = paths.find(existsSync)
  if (!path) throw new Error(`${name} is missing: install it with "sudo apt-get install ${debianPackage}".`)
  return startAt({
    name,
    path,
    async prepare(folder) {
      const { readyAt, ...rest } = await prepare(folder)
      return { ...rest, isReady: () => answersAt(readyAt) }
    },
  })
}

/** A server program at a known place. */
export interface PlacedProgram {
  name: string
  path: string
  /** Prepares the data folder. `isReady` gets what the server has printed so far, up to 4,000 characters. */
  prepare(folder: string): Promise<{
    args: string[]
    env?: Record<string, string>
    isReady(log: string): boolean | Promise<boolean>
    /** The same after a restart, where a server then prints something else. */
    isReadyAgain?(log: string): boolean
  }>
  /** Milliseconds until it must be ready; a minute when left out. */
  readyLimit?: number
}

/** Starts a server, with data of its own in a temporary folder, and waits until it is ready. */
export async function startAt({ name, path, prepare, readyLimit = READY_LIMIT }: PlacedProgram): Promise<StartedProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-server-'))
  const { args, env, isReady, isReadyAgain = isReady } = await prepare(folder)
  const launch = async (isReady: (log: string) => boolean | Promise<boolean>) => {
    const running = spawn(path, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-4000)
      })
    const stop = serverCleanup(running, folder, 'SIGKILL')
    for (const end = Date.now() + readyLimit; ; await sleep(LOOK_INTERVAL)) {
      if (await isReady(log)) return { running, stop }
      if (running.exitCode === null && Date.now() < end) continue
      await stop()
      throw new Error(`${name} did not start: ${log}`)
    }
  }
  let current = await launch(isReady)
  return {
    folder,
    stop: () => current.stop(),
    async kill() {
      current.running.kill('SIGKILL')
      await once(current.running, 'exit')
    },
    async restart() {
      current = await launch(isReadyAgain)
    },
  }
}

/** Whether a URL answers with success. */
export const answersAt = (url: string, init: RequestInit = {}): Promise<boolean> =>
  fetch(url, init).then(
    ({ ok }) => ok,
    () => false,
  )
