import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = new URL('../packages/server/src/main.ts', import.meta.url).pathname
/** Pause before a process that did not start is started again, as a process manager does. */
const RESTART_MS = 500

/** The sentence that ends a start if the database is away for too long; the process is then started again. */
export const UNREACHABLE = 'Sightline did not start. The database of SIGHTLINE_DATABASE_URL cannot be reached: '

/** One process of the installation, which is started again whenever it ends. */
export interface Member {
  readonly name: string
  readonly role: 'web' | 'worker'
  /** Of a web process. */
  readonly url: string | null
  readonly dataDir: string
  readonly pid: number
  /** When the running process was started, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Whether it is ready, as far as it can be seen from outside. */
  isUp(): boolean
  /** Everything that all its processes have logged. */
  log(): string
  /** Ends that nobody asked for: exit code or signal, with the end of the log. */
  readonly unexpected: readonly string[]
  /** Resolves when it is ready. */
  ready(): Promise<void>
  /** Sends a signal that ends the process, and waits until the next one is ready. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends it for good. @returns its exit code; null if the signal killed it */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

interface MemberOptions {
  name: string
  role: 'web' | 'worker'
  /** Of a web process. */
  port: number | null
  dataDir: string
  logFile: string
  env: Record<string, string>
}

/** Starts a process and keeps it running. */
export function startMember({ name, role, port, dataDir, logFile, env }: MemberOptions): Member {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(logFile, '')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const settings = {
    ...{ PATH, NODE_COMPILE_CACHE, SIGHTLINE_ROLE: role, SIGHTLINE_DATA_DIR: dataDir },
    ...(port === null ? {} : { PORT: String(port) }),
    ...env,
  }
  const unexpected: string[] = []
  let isStopping = false
  let isAskedToEnd = false
  let current = run()

  function run() {
    const log = openSync(logFile, 'a')
    const child = spawn(process.execPath, [MAIN], { env: settings, stdio: ['ignore', 'pipe', log] })
    closeSync(log)
    isAskedToEnd = false
    const gone = once(child, 'close')
    // The line that says that it is ready is all that it prints.
    const printed = new Promise<true>((resolve) => child.stdout?.on('data', () => resolve(true)))
    const isReady = Promise.race([printed, gone.then(() => false)])
    void gone.then(async () => {
      if (isStopping) return
      const reason = readLog().slice(-300)
      // A start ends like this if the database is away for longer than it may wait.
      if (reason.includes(UNREACHABLE)) await sleep(RESTART_MS)
      else if (!isAskedToEnd) {
        unexpected.push(`${name} ended with ${child.signalCode ?? `code ${child.exitCode}`}: ${reason}`)
        await sleep(RESTART_MS)
      }
      if (!isStopping) current = run()
    })
    const state = { child, gone, isReady, isUp: false, startedAt: Date.now() }
    void isReady.then((value) => {
      state.isUp = value
    })
    void gone.then(() => {
      state.isUp = false
    })
    return state
  }

  const readLog = () => readFileSync(logFile, 'utf8')
  const kill = () => current.child.kill('SIGKILL')
  process.once('exit', kill)
  const ready = async () => {
    while (!(await current.isReady)) await sleep(RESTART_MS / 5)
  }
  return {
    ...{ name, role, dataDir, unexpected, ready },
    url: port === null ? null : `http://127.0.0.1:${port}`,
    log: readLog,
    isUp: () => current.isUp,
    get pid() {
      return current.child.pid ?? 0
    },
    get startedAt() {
      return current.startedAt
    },
    async restart(signal) {
      const before = current
      isAskedToEnd = true
      before.child.kill(signal)
      await before.gone
      // The next one is started in the same turn of the event loop in which this one is reported as gone.
      while (current === before) await sleep(RESTART_MS / 5)
      await ready()
    },
    async stop(signal) {
      isStopping = true
      const { child, gone } = current
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await gone
      process.off('exit', kill)
      return child.exitCode
    },
  }
}
