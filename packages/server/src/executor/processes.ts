import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { runners } from '../runners/registry.ts'
import { type AnyRunner, CANCELLED, QueryError } from '../runners/runner.ts'
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
/** Milliseconds that a runner has to stop, once asked. */
const STOP_GRACE = 2000
/** An engine inside the process stops at once, or it is busy and cannot be asked. */
const EMBEDDED_STOP_GRACE = 250
const MEMORY_WATCH_INTERVAL = 250

/** Starts and watches the executor processes, at most `executionConcurrency` at work on queries at a time. */
export function createExecutors(
  config: Pick<Config, 'executionConcurrency' | 'limits' | 'role'>,
  log: Pick<Logger, 'warn'>,
  { entry, runners }: Program = program,
): Executors {
  const { memory } = config.limits
  const children = new ChildPool(entry, memory)
  const queries = new Lane(config.executionConcurrency)
  const errands = new Lane(ERRANDS)
  const warmUp = setTimeout(() => children.warm(), WARM_UP_DELAY)
  warmUp.unref()
  if (config.role === 'web') clearTimeout(warmUp)

  return {
    async run<T extends Task>(task: T, signal: AbortSignal, listeners: TaskListeners = {}) {
      const isEmbedded = task.kind === 'import' || (runners.get(task.type)?.embedded ?? false)
      const leave = await (task.kind === 'run' ? queries : errands).enter(signal).catch(() => {
        throw stopReason(signal)
      })
      try {
        const child = children.take(isEmbedded)
        const grace = isEmbedded ? EMBEDDED_STOP_GRACE : STOP_GRACE
        try {
          return await supervised<T>(child, task, { signal, listeners, grace, memory })
        } finally {
          await children.give(child)
        }
      } catch (error) {
        if (!(error instanceof QueryError)) log.warn({ err: error, task: task.kind }, 'A task failed in its executor process.')
        throw error
      } finally {
        leave()
      }
    },

    async close() {
      clearTimeout(warmUp)
      await children.close()
    },
  }
}

interface Supervision {
  signal: AbortSignal
  listeners: TaskListeners
  /** Milliseconds from the wish to stop until the process is ended. */
  grace: number
  /** Bytes. */
  memory: number
}

/** Runs a task in a process, and ends it when its caller, its time or its memory says so. */
async function supervised<T extends Task>(
  child: Child,
  task: T,
  { signal, listeners, grace, memory }: Supervision,
): Promise<TaskOutcome<T['kind']>> {
  let reason: QueryError | null = null
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
    const ending = child.run(task, listeners)
    if (signal.aborted) onAbort()
    return outcome<T['kind']>(await ending, reason)
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const timer of timers) clearTimeout(timer)
  }
}

function outcome<Kind extends Task['kind']>(ending: Ending, reason: QueryError | null): TaskOutcome<Kind> {
  // The process answers what it was asked; the channel does not know the type of the question.
  if ('done' in ending) return ending.done as TaskOutcome<Kind>
  if (reason) throw reason
  if ('died' in ending) throw new Error(`The process that ran the query ended unexpectedly (${ending.died}).`)
  const { kind, message, position } = ending.failed
  throw kind === 'internal' ? new Error(message) : new QueryError(message, { position })
}

/** Why the caller wants no more: in its own words where it has some. */
function stopReason(signal: AbortSignal): QueryError {
  return signal.reason instanceof QueryError ? signal.reason : new QueryError(CANCELLED)
}

function overTime(milliseconds: number): QueryError {
  const seconds = (milliseconds / 1000).toLocaleString('en-US')
  return new QueryError(`Query exceeded Sightline query execution time limit. The limit is ${seconds} seconds.`)
}

function overMemory(bytes: number): QueryError {
  const megabytes = Math.round(bytes / 1024 / 1024)
  return new QueryError(`The query needed more than ${megabytes} MB of memory in Sightline and was stopped.`)
}
