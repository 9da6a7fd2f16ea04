import { rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { z } from 'zod'
import { readOptions, secretValues } from '../platform/type-options.ts'
import { type AnyRunner, QueryError } from '../runners/runner.ts'
import { failureOf } from './failure.ts'
import type { Message, Request, Task, TaskOutcome } from './protocol.ts'
import { type ProgressListeners, runQuery, type TaskContext } from './run-query.ts'

/** Milliseconds that tasks have to stop at their sources after the parent is gone. */
const LAST_WORK = 3000
/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100

/** Settings that an executor process receives when it starts. */
export interface Settings {
  /** Private networks that URLs in queries may reach. */
  sourceNetworks: readonly string[]
  /** Folders that data sources may read files from. */
  sourceFolders: readonly string[]
}

const Settings = z.object({ sourceNetworks: z.array(z.string()), sourceFolders: z.array(z.string()) })

/** Loads a runner by its module URL. */
export type LoadRunner = (home: string) => Promise<AnyRunner>

/**
 * Makes this process an executor: it runs the tasks its parent sends over the channel of `fork`, and exits when the parent
 * disconnects. Its settings are its first argument, as JSON.
 */
export function serveTasks(load: LoadRunner): void {
  const settings = Settings.parse(JSON.parse(process.argv[2] ?? ''))
  const cancellations = new Map<number, AbortController>()
  const tasks = new Set<Promise<void>>()

  process.on('message', (request: Request) => {
    if ('cancel' in request) {
      cancellations.get(request.id)?.abort()
      return
    }
    const { id } = request
    const controller = new AbortController()
    cancellations.set(id, controller)
    const work = handleRequest(request, load, { ...settings, signal: controller.signal }).then((message) => {
      cancellations.delete(id)
      tasks.delete(work)
      send(message)
      // Node.js stores what it has compiled when a process exits, but this one may be killed.
      flushCompileCache()
    })
    tasks.add(work)
  })
  // Without a parent nobody would receive the result or cancel the query.
  process.on('disconnect', async () => {
    setTimeout(() => process.exit(0), LAST_WORK)
    for (const controller of cancellations.values()) controller.abort()
    await Promise.all(tasks)
    process.exit(0)
  })
}

async function handleRequest(
  { id, task, home }: Extract<Request, { task: Task }>,
  load: LoadRunner,
  context: TaskContext,
): Promise<Message> {
  let runner: AnyRunner | null = null
  try {
    runner = home === null ? null : await load(home)
    return { id, done: await perform(task, runner, context, progressOf(id)) }
  } catch (error) {
    return {
      id,
      failed: failureOf(error, {
        secrets: secretsOf(task, runner),
        isCancelled: context.signal.aborted,
        isEmbedded: task.kind === 'import' || (runner?.embedded ?? false),
      }),
    }
  }
}

async function perform(
  task: Task,
  runner: AnyRunner | null,
  context: TaskContext,
  progress: ProgressListeners,
): Promise<TaskOutcome> {
  if (task.kind === 'import') {
    const { importFile } = await import('../runners/files/import.ts')
    return importFile({ ...task, signal: context.signal })
  }
  if (!runner) throw new QueryError(`Unknown data source type "${task.type}".`)
  const { values: config, problem } = readOptions(runner.config, task.options)
  if (problem !== null) throw new QueryError(problem)
  switch (task.kind) {
    case 'run':
      try {
        return await runQuery(runner, config, task, context, progress)
      } catch (error) {
        await rm(task.resultPath, { force: true })
        throw error
      }
    case 'stop':
      await runner.stop?.(task.session, { config, ...context })
      return { ok: true }
    case 'wait_state':
      return { waitState: (await runner.waitState?.(task.session, { config, ...context })) ?? null }
    case 'test':
      return { note: (await runner.testConnection?.({ config, ...context })) ?? null }
    case 'schema':
      if (!runner.getSchema) throw new QueryError(`${runner.name} has no schema.`)
      return runner.getSchema({ config, ...context })
  }
}

function progressOf(id: number): ProgressListeners {
  // Not 0: a process that has just started has a clock of a few milliseconds.
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    onRows(progress) {
      const now = performance.now()
      if (now - reportedAt < PROGRESS_INTERVAL) return
      reportedAt = now
      send({ id, progress })
    },
    onSession: (session) => send({ id, session }),
    onFirstRows: (firstRows) => send({ id, firstRows }),
  }
}

function send(message: Message): void {
  // If the parent has just gone, 'disconnect' handles it.
  if (process.connected) process.send?.(message)
}

function secretsOf(task: Task, runner: AnyRunner | null): string[] {
  return 'options' in task && runner ? secretValues(runner.config, task.options) : []
}
