import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { readOptions, secretValues } from '../platform/type-options.ts'
import { type AnyRunner, QueryError } from '../runners/runner.ts'
import { failureOf } from './failure.ts'
import type { Message, Request, Task, TaskOutcome } from './protocol.ts'
import { type Progress, runQuery, type Surroundings } from './run-query.ts'

/** Milliseconds that tasks have to stop what they do elsewhere when the parent is gone. */
const LAST_WORK = 3000
/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100

/** What an executor process is told when it starts. */
export interface Settings {
  /** Private networks that addresses in texts may lead to. */
  sourceNetworks: readonly string[]
  /** Folders whose files data sources may read. */
  sourceFolders: readonly string[]
}

const Settings = z.object({ sourceNetworks: z.array(z.string()), sourceFolders: z.array(z.string()) })

/** Loads a type of data source by the address of its module. */
export type LoadRunner = (home: string) => Promise<AnyRunner>

/**
 * Makes this process an executor: does what its parent asks over the channel of `fork`, one task at a time, and ends with it.
 * Its settings are its first argument, as JSON.
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
    const work = answerTo(request, load, { ...settings, signal: controller.signal }).then((message) => {
      cancellations.delete(id)
      tasks.delete(work)
      send(message)
    })
    tasks.add(work)
  })
  // Without its parent nobody would hear the answer or stop the query.
  process.on('disconnect', async () => {
    setTimeout(() => process.exit(0), LAST_WORK)
    for (const controller of cancellations.values()) controller.abort()
    await Promise.all(tasks)
    process.exit(0)
  })
}

async function answerTo(
  { id, task, home }: Extract<Request, { task: Task }>,
  load: LoadRunner,
  surroundings: Surroundings,
): Promise<Message> {
  let runner: AnyRunner | null = null
  try {
    runner = home === null ? null : await load(home)
    return { id, done: await perform(task, runner, surroundings, progressOf(id)) }
  } catch (error) {
    return {
      id,
      failed: failureOf(error, {
        secrets: secretsOf(task, runner),
        isCancelled: surroundings.signal.aborted,
        isEmbedded: task.kind === 'import' || (runner?.embedded ?? false),
      }),
    }
  }
}

async function perform(
  task: Task,
  runner: AnyRunner | null,
  surroundings: Surroundings,
  progress: Progress,
): Promise<TaskOutcome> {
  if (task.kind === 'import') {
    const { importFile } = await import('../runners/files/import.ts')
    return importFile({ ...task, signal: surroundings.signal })
  }
  if (!runner) throw new QueryError(`Unknown data source type "${task.type}".`)
  const { values: config, problem } = readOptions(runner.config, task.options)
  if (problem !== null) throw new QueryError(problem)
  switch (task.kind) {
    case 'run':
      try {
        return await runQuery(runner, config, task, surroundings, progress)
      } catch (error) {
        await rm(task.resultPath, { force: true })
        throw error
      }
    case 'stop':
      await runner.stop?.(task.session, { config, ...surroundings })
      return { ok: true }
    case 'look':
      return { waitState: (await runner.waitState?.(task.session, { config, ...surroundings })) ?? null }
    case 'test':
      return { note: (await runner.testConnection?.({ config, ...surroundings })) ?? null }
    case 'schema':
      if (!runner.getSchema) throw new QueryError(`${runner.name} has no schema.`)
      return runner.getSchema({ config, ...surroundings })
  }
}

function progressOf(id: number): Progress {
  let reportedAt = 0
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
  // A parent that has just gone is noticed by 'disconnect'.
  if (process.connected) process.send?.(message)
}

function secretsOf(task: Task, runner: AnyRunner | null): string[] {
  return 'options' in task && runner ? secretValues(runner.config, task.options) : []
}
