import { Worker } from 'node:worker_threads'

/** Loads the module of a thread, then sends its first message. */
const PROGRAM = new URL('./program.ts', import.meta.url)
/** Loading takes seconds at most, unless other programs need the processors. */
const START_LIMIT_MS = 120_000

/** Options of a worker thread. */
export interface ThreadOptions<Reply> {
  /** URL of a module that sends exactly one reply to each message. */
  program: URL
  /** Validates a reply of the module. */
  read(message: unknown): Reply
  /** Milliseconds that one request may take once the thread has started. */
  limitMs: number
  /** Milliseconds without a request after which the thread ends. */
  idleMs: number
  heapMegabytes: number
  /** Maximum number of queued requests; further ones are rejected. */
  maxWaiting: number
}

/** Thrown for a request without a reply; `cause` is the module's own error, if there is one. */
export class ThreadError extends Error {
  readonly reason: 'timeout' | 'crashed' | 'overloaded' | 'closed'
  constructor(reason: ThreadError['reason'], options: ErrorOptions = {}) {
    super(`The request to a worker thread failed: ${reason}.`, options)
    this.name = 'ThreadError'
    this.reason = reason
  }
}

/** Runs work off the event loop, one request at a time. */
export interface Thread<Request, Reply> {
  /** @throws ThreadError if the request takes too long, crashes the thread, or finds the queue full */
  ask(request: Request): Promise<Reply>
  /** Ends the thread and rejects queued requests. */
  close(): Promise<void>
}

interface Waiting<Request, Reply> {
  request: Request
  resolve(reply: Reply): void
  reject(error: ThreadError): void
}

/**
 * A worker thread that uses no resources while idle: it starts with the first request and ends when there are no more. A request
 * that takes too long or crashes is rejected, and the next one gets a new thread.
 */
export function openThread<Request, Reply>(options: ThreadOptions<Reply>): Thread<Request, Reply> {
  const waiting: Waiting<Request, Reply>[] = []
  let worker: Worker | null = null
  let hasStarted = false
  let timer: NodeJS.Timeout | undefined

  const end = async () => {
    clearTimeout(timer)
    const ended = worker
    worker = null
    await ended?.terminate()
  }
  const settle = (settleFirst: (first: Waiting<Request, Reply>) => void) => {
    const first = waiting.shift()
    if (first) settleFirst(first)
    next()
  }
  const fail = (reason: ThreadError['reason'], cause?: unknown) => {
    void end()
    settle((first) => first.reject(new ThreadError(reason, { cause })))
  }
  const receive = (message: unknown) => {
    if (!hasStarted) {
      hasStarted = true
      return next()
    }
    try {
      const reply = options.read(message)
      settle((first) => first.resolve(reply))
    } catch (error) {
      fail('crashed', error)
    }
  }
  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: options.heapMegabytes }
    const started = new Worker(PROGRAM, { workerData: options.program.href, resourceLimits })
    hasStarted = false
    started.on('message', (message) => {
      if (worker === started) receive(message)
    })
    started.on('error', (error) => {
      if (worker === started) fail('crashed', error)
    })
    // The thread must not keep a process alive that has nothing else to do.
    started.unref()
    return started
  }
  const next = () => {
    clearTimeout(timer)
    const [first] = waiting
    if (first === undefined) timer = setTimeout(() => void end(), options.idleMs)
    else if (worker === null) {
      worker = start()
      timer = setTimeout(() => fail('timeout'), START_LIMIT_MS)
    } else {
      worker.postMessage(first.request)
      timer = setTimeout(() => fail('timeout'), options.limitMs)
    }
    timer.unref()
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.length > options.maxWaiting) return reject(new ThreadError('overloaded'))
        waiting.push({ request, resolve, reject })
        if (waiting.length === 1) next()
      }),
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new ThreadError('closed'))
      await end()
    },
  }
}
