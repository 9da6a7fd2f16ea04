import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { diskFull } from '../platform/files/disk-full.ts'
import { secretValues } from '../platform/type-options.ts'
import { runners } from '../runners/registry.ts'
import { type AnyRunner, CANCELLED, OutcomeUnknown, QueryError, type Session, STILL_RUNNING } from '../runners/runner.ts'
import type { Child, Ending } from './child.ts'
import { ChildPool } from './child-pool.ts'
import { Lane } from './lane.ts'
import type { Executors, TaskListeners } from './pool.ts'
import type { Task, TaskOutcome } from './protocol.ts'

/** What an executor process is: the module it runs, and the types of data sources that module knows. */
export interface Program {
  entry: URL
  runners: ReadonlyMap<string, AnyRunner>
}

const program: Program = { entry: new URL('./process.ts', import.meta.url), runners }

/** Tests, schemas and imports have places of their own: they must not wait for long queries. */
const ERRANDS = 2
/** Milliseconds after the start of the program, when it has better to do, until the first process is started. */
const WARM_UP_DELAY = 1500
/** Milliseconds that a runner has to stop, once asked, and to see that its source has stopped. */
const STOP_GRACE = 5000
/** Milliseconds until a source that is asked from another process, because the one of the run is gone, must have stopped. */
const STOP_LIMIT = 10_000
/** An engine inside the process stops at once, or it is busy and cannot be asked. */
const EMBEDDED_STOP_GRACE = 250
const MEMORY_WATCH_INTERVAL = 250

/** Starts and watches the executor processes, at most `executionConcurrency` at work on queries at a time. */
export function createExecutors(
  config: Pick<Config, 'executionConcurrency' | 'limits' | 'role' | 'sourceNetworks' | 'sourceFolders'>,
  log: Pick<Logger, 'warn'>,
  { entry, runners }: Program = program,
): Executors {
  const { sourceNetworks, sourceFolders } = config
  const { memory } = config.limits
  const children = new ChildPool(entry, memory, { sourceNetworks, sourceFolders })
  const queries = new Lane(config.executionConcurrency)
  const errands = new Lane(ERRANDS)
  const warmUp = setTimeout(() => children.warm(), WARM_UP_DELAY)
  warmUp.unref()
  if (config.role === 'web') clearTimeout(warmUp)

  /** One task in one process. */
  async function perform<T extends Task>(task: T, signal: AbortSignal, listeners: TaskListeners): Promise<Course> {
    const runner = task.kind === 'import' ? undefined : runners.get(task.type)
    const isEmbedded = task.kind === 'import' || (runner?.embedded ?? false)
    const hasSecrets = runner?.embedded === true && 'options' in task && secretValues(runner.config, task.options).some(Boolean)
    const leave = await (task.kind === 'run' ? queries : errands).enter(signal).catch(() => {
      throw stopReason(signal)
    })
    try {
      const child = children.take(isEmbedded, hasSecrets)
      const grace = isEmbedded ? EMBEDDED_STOP_GRACE : STOP_GRACE
      try {
        return await supervised(child, task, { home: runner?.moduleUrl ?? null, signal, listeners, grace, memory })
      } finally {
        await children.give(child)
      }
    } finally {
      leave()
    }
  }

  /** Ends what a run still does at its source. @returns whether that is certain now */
  async function stopAtSource(task: Task, session: Session): Promise<boolean> {
    if (task.kind !== 'run') return true
    const { type, options } = task
    try {
      const { ending } = await perform({ kind: 'stop', type, options, session }, AbortSignal.timeout(STOP_LIMIT), {})
      return 'done' in ending
    } catch {
      return false
    }
  }

  /** What a task has come to, once its source is at rest. */
  async function outcomeOf<T extends Task>(task: T, { ending, reason, session }: Course): Promise<TaskOutcome<T['kind']>> {
    // The process answers what it was asked; the channel does not know the type of the question.
    if ('done' in ending) return ending.done as TaskOutcome<T['kind']>
    const isCertain = 'failed' in ending && ending.failed.kind !== 'unconfirmed'
    const hasStopped = isCertain || session === null || (await stopAtSource(task, session))
    if (reason) throw hasStopped ? reason : new QueryError(`${reason.message} ${STILL_RUNNING}`, { cause: reason })
    if ('died' in ending) throw new Error(`The process that ran the query ended unexpectedly (${ending.died}).`)
    const { kind, message, position } = ending.failed
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

    async close() {
      clearTimeout(warmUp)
      await children.close()
    },
  }
}

interface Supervision {
  /** Of the type of the task. */
  home: string | null
  signal: AbortSignal
  listeners: TaskListeners
  /** Milliseconds from the wish to stop until the process is ended. */
  grace: number
  /** Bytes. */
  memory: number
}

/** How a task went. */
interface Course {
  ending: Ending
  /** Why it was stopped; null when it was not. */
  reason: QueryError | null
  /** How it is known at its source; null when it is not. */
  session: Session | null
}

/** Runs a task in a process, and ends it when its caller, its time or its memory says so. */
async function supervised(child: Child, task: Task, { home, signal, listeners, grace, memory }: Supervision): Promise<Course> {
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
  if (task.kind === 'run' && task.limits.time !== null)
    timers.push(setTimeout(stop, task.limits.time, overTime(task.limits.time)))
  timers.push(
    setInterval(async () => {
      if (((await child.memory()) ?? 0) <= memory) return
      reason ??= overMemory(memory)
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
    return { ending: await running, reason, session }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const timer of timers) clearTimeout(timer)
  }
}

/** Why the caller wants no more: in its own words where it has some. */
function stopReason(signal: AbortSignal): QueryError {
  return signal.reason instanceof QueryError ? signal.reason : new QueryError(CANCELLED)
}

function overTime(milliseconds: number): QueryError {
  const seconds = (milliseconds / 1000).toLocaleString('en-US')
  return new OutcomeUnknown(`Query exceeded Sightline query execution time limit. The limit is ${seconds} seconds.`)
}

function overMemory(bytes: number): QueryError {
  const megabytes = Math.round(bytes / 1024 / 1024)
  return new OutcomeUnknown(`The query needed more than ${megabytes} MB of memory in Sightline and was stopped.`)
}
