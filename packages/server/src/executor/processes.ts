import { Semaphore } from '@sightline/domain/semaphore.ts'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { diskFull } from '../platform/files/disk-full.ts'
import { ProcessLost } from '../platform/process-lost.ts'
import { noTracing, type Tracing } from '../platform/tracing/tracing.ts'
import { secretValues } from '../platform/type-options.ts'
import { runners as allRunners } from '../runners/registry.ts'
import { type AnyRunner, CANCELLED, OutcomeUnknown, QueryError, type Session, STILL_RUNNING } from '../runners/runner.ts'
import type { Child, TaskEnd } from './child.ts'
import { ChildPool } from './child-pool.ts'
import type { Executors, Task, TaskListeners, TaskOutcome } from './protocol.ts'
import { inTaskSpan } from './task-span.ts'

export interface ExecutorOptions {
  /** Entry module of the executor processes. */
  entry?: URL
  /** The runners that it knows. */
  runners?: ReadonlyMap<string, AnyRunner>
  tracing?: Tracing
}

const PROGRAM = new URL('./process.ts', import.meta.url)

/** Connection tests, schemas and imports have permits of their own, so that they do not wait for long queries. */
const AUXILIARY_CONCURRENCY = 2
/** Milliseconds after start-up, when the server is busy with other things, until the first process is started. */
const WARM_UP_DELAY = 1500
/** Milliseconds that a runner has to stop and to confirm that its source has stopped. */
const STOP_GRACE = 5000
/** Milliseconds to stop a run at its source from another process, after its own process is gone. */
const STOP_LIMIT = 10_000
/** An embedded engine stops at once, or it is busy and does not react at all. Milliseconds. */
const EMBEDDED_STOP_GRACE = 250
const MEMORY_WATCH_INTERVAL = 250

/** Starts and supervises the executor processes; at most `executionConcurrency` of them run queries at the same time. */
export function createExecutors(
  config: Pick<Config, 'executionConcurrency' | 'limits' | 'role' | 'sourceNetworks' | 'sourceFolders'>,
  log: Pick<Logger, 'warn'>,
  { entry = PROGRAM, runners = allRunners, tracing = noTracing }: ExecutorOptions = {},
): Executors {
  const { sourceNetworks, sourceFolders } = config
  const { memory } = config.limits
  const children = new ChildPool(entry, memory, { sourceNetworks, sourceFolders })
  const queries = new Semaphore(config.executionConcurrency)
  const auxiliary = new Semaphore(AUXILIARY_CONCURRENCY)
  const warmUp = setTimeout(() => children.warm(), WARM_UP_DELAY)
  warmUp.unref()
  if (config.role === 'web') clearTimeout(warmUp)

  /** Runs one task in one process. */
  async function perform<T extends Task>(task: T, signal: AbortSignal, listeners: TaskListeners): Promise<TaskRun> {
    const runner = task.kind === 'import' ? undefined : runners.get(task.type)
    const isEmbedded = task.kind === 'import' || (runner?.embedded ?? false)
    const hasSecrets = runner?.embedded === true && 'options' in task && secretValues(runner.config, task.options).some(Boolean)
    const release = await (task.kind === 'run' ? queries : auxiliary).acquire(signal).catch(() => {
      throw stopReason(signal)
    })
    try {
      const child = children.acquire(isEmbedded, hasSecrets)
      const grace = isEmbedded ? EMBEDDED_STOP_GRACE : STOP_GRACE
      try {
        const supervision = { home: runner?.moduleUrl ?? null, signal, listeners, grace, memory }
        return await inTaskSpan(tracing, task, () => supervise(child, task, supervision))
      } finally {
        children.release(child)
      }
    } finally {
      release()
    }
  }

  /** Stops a run at its source. @returns whether that was confirmed */
  async function stopAtSource(task: Task, session: Session): Promise<boolean> {
    if (task.kind !== 'run') return true
    const { type, options } = task
    try {
      const { end } = await perform({ kind: 'stop', type, options, session }, AbortSignal.timeout(STOP_LIMIT), {})
      return 'done' in end
    } catch {
      return false
    }
  }

  /** Turns the end of a task into its outcome or an error, after its source has stopped. */
  async function outcomeOf<T extends Task>(task: T, { end, reason, session }: TaskRun): Promise<TaskOutcome<T['kind']>> {
    // The reply belongs to this task, but the channel is not typed by task kind.
    if ('done' in end) return end.done as TaskOutcome<T['kind']>
    const isCertain = 'failed' in end && end.failed.kind !== 'unconfirmed'
    const hasStopped = isCertain || session === null || (await stopAtSource(task, session))
    if (reason) throw hasStopped ? reason : new QueryError(`${reason.message} ${STILL_RUNNING}`, { cause: reason })
    if ('died' in end) throw new ProcessLost(`The process that ran the query ended unexpectedly (${end.died}).`)
    const { kind, message, position } = end.failed
    if (kind === 'disk_full') throw diskFull(new Error(message))
    if (kind === 'unknown_outcome') throw new OutcomeUnknown(message)
    throw kind === 'internal' ? new Error(message) : new QueryError(message, { position })
  }

  return {
    async run<T extends Task>(task: T, signal: AbortSignal, listeners: TaskListeners = {}) {
      try {
        return await outcomeOf(task, await perform(task, signal, listeners))
      } catch (error) {
        if (!(error instanceof QueryError)) log.warn({ err: error, task: task.kind }, 'A task failed in its executor process.')
        throw error
      }
    },

    canStart: () => children.canStart(),

    async close() {
      clearTimeout(warmUp)
      await children.close()
    },
  }
}

interface Supervision {
  /** Module URL of the task's runner; null if it has none. */
  home: string | null
  signal: AbortSignal
  listeners: TaskListeners
  /** Milliseconds from the request to stop until the process is killed. */
  grace: number
  /** Bytes. */
  memory: number
}

/** How a task ended in its process, and what is needed to clean up after it. */
interface TaskRun {
  end: TaskEnd
  /** Why it was stopped; null if it was not. */
  reason: QueryError | null
  /** The identifier of the run at its source; null if unknown. */
  session: Session | null
}

/** Runs a task in a process, and stops it when its caller, its time limit or its memory limit requires it. */
async function supervise(child: Child, task: Task, { home, signal, listeners, grace, memory }: Supervision): Promise<TaskRun> {
  let reason: QueryError | null = null
  let session: Session | null = null
  const timers: NodeJS.Timeout[] = []
  const stop = (why: QueryError) => {
    if (reason) return
    reason = why
    child.cancel()
    timers.push(setTimeout(() => void child.kill(), grace))
  }
  const onAbort = () => stop(stopReason(signal))
  signal.addEventListener('abort', onAbort, { once: true })
  const limit = task.kind === 'run' ? task.limits.time : null
  if (limit !== null) timers.push(setTimeout(() => stop(timeLimitError(limit)), limit))
  timers.push(
    setInterval(async () => {
      if ((child.memory() ?? 0) <= memory) return
      reason ??= memoryLimitError(memory)
      await child.kill()
    }, MEMORY_WATCH_INTERVAL),
  )
  try {
    const running = child.run(task, home, {
      ...listeners,
      onSession(named) {
        session = named
        listeners.onSession?.(named)
      },
    })
    if (signal.aborted) onAbort()
    return { end: await running, reason, session }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const timer of timers) clearTimeout(timer)
  }
}

/** The caller's own reason to stop if it is a QueryError, else the usual message of a cancelled query. */
function stopReason(signal: AbortSignal): QueryError {
  return signal.reason instanceof QueryError ? signal.reason : new QueryError(CANCELLED)
}

function timeLimitError(milliseconds: number): QueryError {
  const seconds = (milliseconds / 1000).toLocaleString('en-US')
  return new OutcomeUnknown(`Query exceeded Sightline query execution time limit. The limit is ${seconds} seconds.`)
}

function memoryLimitError(bytes: number): QueryError {
  const megabytes = Math.round(bytes / 1024 / 1024)
  return new OutcomeUnknown(`The query needed more than ${megabytes} MB of memory in Sightline and was stopped.`)
}
