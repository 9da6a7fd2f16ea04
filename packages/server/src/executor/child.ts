import { type ChildProcess, fork } from 'node:child_process'
import type { TaskListeners } from './pool.ts'
import type { Message, Request, Task, TaskOutcome } from './protocol.ts'
import { residentBytes } from './resident-memory.ts'
import type { Settings } from './serve.ts'

type Failure = Extract<Message, { failed: unknown }>['failed']
/** How a task ended in its process. */
export type Ending = { done: TaskOutcome } | { failed: Failure } | { died: string }

/** What an executor process may see of our environment: where programs lie and how to reach the outside, no settings of ours. */
const INHERITED = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
] as const

/** One executor process, and the task it works on. */
export class Child {
  /** Tasks it has finished. */
  taskCount = 0
  /** Whether its tasks run text of users inside this very process. */
  isEmbedded = false
  /** Whether such a task came with secrets, so that no other may follow it here. */
  isUsedUp = false
  readonly #process: ChildProcess
  readonly #exit: Promise<string>
  #lastId = 0
  #current: { id: number; listeners: TaskListeners; end: (ending: Ending) => void } | null = null

  /**
   * @param entry the module that it runs
   * @param memory bytes that its heap may take; what the process takes in all is watched from outside
   * @param settings what it is told of ours
   */
  constructor(entry: URL, memory: number, settings: Settings) {
    const env: NodeJS.ProcessEnv = { TZ: 'UTC' }
    for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
    this.#process = fork(entry, [JSON.stringify(settings)], {
      env,
      execArgv: [`--max-old-space-size=${Math.ceil(memory / 1024 / 1024)}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#exit = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
      this.#process.once('error', (error) => resolve(error.message))
    })
    void this.#exit.then((died) => this.#end({ died }))
    this.#process.on('message', (message: Message) => this.#receive(message))
    this.#holdProgram(false)
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected
  }

  /** Bytes of memory it holds; null when the system does not tell. */
  async memory(): Promise<number | null> {
    return this.#process.pid === undefined ? null : residentBytes(this.#process.pid)
  }

  /** Runs a task to its end; the promise does not reject. One at a time. */
  run(task: Task, home: string | null, listeners: TaskListeners): Promise<Ending> {
    this.#lastId++
    const id = this.#lastId
    this.#holdProgram(true)
    return new Promise((resolve) => {
      this.#current = { id, listeners, end: resolve }
      if (this.isAlive) this.#send({ id, task, home })
      else void this.#exit.then((died) => this.#end({ died }))
    })
  }

  /** Asks the current task to stop. */
  cancel(): void {
    if (this.#current) this.#send({ id: this.#current.id, cancel: true })
  }

  /** Lets an idle process go: it closes what it has open and ends. */
  retire(): void {
    if (this.#process.connected) this.#process.disconnect()
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    this.#holdProgram(true)
    this.#process.kill('SIGKILL')
    await this.#exit
  }

  #send(request: Request): void {
    // A failure to send means that the process is ending, which `#exit` reports.
    this.#process.send(request, () => {})
  }

  #receive(message: Message): void {
    const current = this.#current
    if (!current || message.id !== current.id) return
    if ('progress' in message) current.listeners.onProgress?.(message.progress)
    else if ('session' in message) current.listeners.onSession?.(message.session)
    else if ('firstRows' in message) current.listeners.onFirstRows?.(message.firstRows)
    else this.#end(message)
  }

  #end(ending: Ending): void {
    this.#holdProgram(false)
    this.taskCount++
    this.#current?.end(ending)
    this.#current = null
  }

  /** An idle process does not keep the program alive, one at work does. */
  #holdProgram(isHeld: boolean): void {
    const { channel } = this.#process
    if (isHeld) {
      this.#process.ref()
      channel?.ref()
    } else {
      this.#process.unref()
      channel?.unref()
    }
  }
}
