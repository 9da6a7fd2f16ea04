import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Message, Request, Task, TaskListeners, TaskOutcome } from './protocol.ts'
import type { Settings } from './serve.ts'

type Failure = Extract<Message, { failed: unknown }>['failed']
/** How a task ended in its process. */
export type TaskEnd = { done: TaskOutcome } | { failed: Failure } | { died: string }

/**
 * Environment variables that an executor process inherits: where programs and compiled modules are and how to reach the network,
 * none of our settings.
 */
const INHERITED = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
] as const

/** One executor process, and the task it works on. */
export class Child {
  /** Number of tasks that have ended. */
  taskCount = 0
  /** Whether its tasks run users' SQL inside this process. */
  isEmbedded = false
  /** Whether such a task carried secrets, so that no other task may follow in this process. */
  isTainted = false
  /** Whether the process has sent something, so that it could load its own code. */
  hasWorked = false
  readonly #process: ChildProcess
  readonly #exit: Promise<string>
  #lastId = 0
  readonly #startedAt = performance.now()
  #current: { id: number; listeners: TaskListeners; finish: (end: TaskEnd) => void } | null = null

  /**
   * @param entry module that the process runs
   * @param memory limit of its heap in bytes; its total memory is watched from outside
   * @param settings settings that the process receives
   * @param onFailedStart called if it ends by itself, with an error, before it has worked
   */
  constructor(entry: URL, memory: number, settings: Settings, onFailedStart: () => void) {
    const env: NodeJS.ProcessEnv = { TZ: 'UTC' }
    for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
    this.#process = fork(entry, [JSON.stringify(settings)], {
      env,
      execArgv: [`--max-old-space-size=${Math.ceil(memory / 1024 / 1024)}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#exit = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        if (!this.hasWorked && code !== null && code !== 0) onFailedStart()
        resolve(signal ? `signal ${signal}` : `exit code ${code}`)
      })
      this.#process.once('error', (error) => {
        if (this.#process.pid === undefined) onFailedStart()
        resolve(error.message)
      })
    })
    void this.#exit.then((died) => this.#finish({ died }))
    this.#process.on('message', (message: Message) => this.#receive(message))
    this.#keepAlive(false)
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected
  }

  /** Milliseconds since it was started. */
  get age(): number {
    return performance.now() - this.#startedAt
  }

  /** Resident memory in bytes; null if the system does not report it. */
  memory(): number | null {
    return this.#process.pid === undefined ? null : residentBytes(this.#process.pid)
  }

  /** Runs a task to its end; the promise does not reject. One at a time. */
  run(task: Task, home: string | null, listeners: TaskListeners): Promise<TaskEnd> {
    this.#lastId++
    const id = this.#lastId
    this.#keepAlive(true)
    return new Promise((resolve) => {
      this.#current = { id, listeners, finish: resolve }
      if (this.isAlive) this.#send({ id, task, home })
      else void this.#exit.then((died) => this.#finish({ died }))
    })
  }

  /** Asks the current task to stop. */
  cancel(): void {
    if (this.#current) this.#send({ id: this.#current.id, cancel: true })
  }

  /** Disconnects from an idle process, which then closes what it has open and exits. */
  retire(): void {
    if (this.#process.connected) this.#process.disconnect()
  }

  /** Kills the process and waits for its exit. */
  async kill(): Promise<void> {
    this.#keepAlive(true)
    this.#process.kill('SIGKILL')
    await this.#exit
  }

  #send(request: Request): void {
    // If sending fails the process is exiting, which `#exit` reports.
    this.#process.send(request, () => {})
  }

  #receive(message: Message): void {
    this.hasWorked = true
    const current = this.#current
    if (!current || message.id !== current.id) return
    if ('progress' in message) current.listeners.onProgress?.(message.progress)
    else if ('session' in message) current.listeners.onSession?.(message.session)
    else if ('firstRows' in message) current.listeners.onFirstRows?.(message.firstRows)
    else this.#finish(message)
  }

  #finish(end: TaskEnd): void {
    this.#keepAlive(false)
    this.taskCount++
    this.#current?.finish(end)
    this.#current = null
  }

  /** A working process keeps the program alive, an idle one does not. */
  #keepAlive(isKept: boolean): void {
    const { channel } = this.#process
    if (isKept) {
      this.#process.ref()
      channel?.ref()
    } else {
      this.#process.unref()
      channel?.unref()
    }
  }
}

/**
 * Resident memory of a process in bytes, as the operating system reports it: a busy process could not answer. The system makes the
 * file from its own memory, so that reading it at once takes less time than a trip through the thread pool.
 * @returns null if the system has no /proc or the process is gone
 */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
