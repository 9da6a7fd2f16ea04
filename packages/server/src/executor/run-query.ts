import { mkdir } from 'node:fs/promises'
import type { Batch, Column } from '../platform/results/batch.ts'
import { uniqueNames } from '../platform/results/batch.ts'
import { cellsOf } from '../platform/results/cells.ts'
import { ParquetWriter } from '../platform/results/parquet-writer.ts'
import type { AnyRunner, SourceContext } from '../runners/runner.ts'
import type { Task, TaskListeners, WrittenResult } from './protocol.ts'
import { ResultLimit } from './result-limit.ts'

type RunTask = Extract<Task, { kind: 'run' }>

export interface ProgressListeners {
  onRows: NonNullable<TaskListeners['onProgress']>
  onFirstRows: NonNullable<TaskListeners['onFirstRows']>
  onSession: NonNullable<TaskListeners['onSession']>
}

/** The context of a runner: the signal, and the networks and folders it may reach. */
export type TaskContext = Required<Omit<SourceContext<unknown>, 'config'>>

/** Rows shown before the result is complete. */
const FIRST_ROWS = 100

/**
 * Runs a query and writes its result to `task.resultPath`, up to the limits. The runner already fetches the next batch while
 * the current one is compressed and written.
 */
export async function runQuery(
  runner: AnyRunner,
  config: Record<string, unknown>,
  task: RunTask,
  { signal: cancelled, ...reach }: TaskContext,
  progress: ProgressListeners,
): Promise<WrittenResult> {
  const started = performance.now()
  const stopping = new AbortController()
  const clock = new WaitingClock()
  await mkdir(task.tempDir, { recursive: true })
  cancelled.throwIfAborted()
  const result = await clock.time(() =>
    runner.run(task.text, {
      config,
      signal: AbortSignal.any([cancelled, stopping.signal]),
      ...reach,
      tempDir: task.tempDir,
      onSession: progress.onSession,
      bindsTexts: task.bindsTexts ?? false,
      isScheduled: task.isScheduled ?? false,
      timeZone: task.timeZone ?? null,
      ...(task.inputs ? { inputs: task.inputs } : {}),
      dialect: task.dialect ?? runner.dialect,
    }),
  )
  const names = uniqueNames(result.columns.map(({ name }) => name))
  const columns = result.columns.map((column, index): Column => ({ ...column, name: names[index] ?? column.name }))
  const opened = Date.now()
  const writer = await ParquetWriter.open(task.resultPath, columns)
  const limit = new ResultLimit(columns, task.limits)
  const batches = iterator(result.batches)
  try {
    let next = clock.time(() => batches.next())
    for (let isFirst = true; ; isFirst = false) {
      const { value: batch, done } = await next
      if (done || !batch) break
      const kept = limit.take(batch)
      // The writer copies the rows synchronously, so the runner may reuse their memory for the next batch.
      const appended = writer.append(kept)
      if (isFirst) progress.onFirstRows({ columns, rows: cellsOf(columns, kept, FIRST_ROWS) })
      progress.onRows({ rows: limit.rows, bytes: limit.bytes })
      if (limit.reached) {
        await appended
        await stop(batches, stopping)
        break
      }
      next = clock.time(() => batches.next())
      // If writing fails first, a failure of the next batch must not become an unhandled rejection.
      next.catch(() => {})
      await appended
    }
    cancelled.throwIfAborted()
    const { size, rowCount } = await writer.finish()
    return {
      columns,
      rowCount,
      size,
      duration: performance.now() - started,
      database: clock.waited,
      writing: { start: opened, end: Date.now() },
      metadata: result.metadata?.() ?? {},
      log: result.log?.() ?? [],
      truncated: limit.reached,
    }
  } catch (error) {
    await stop(batches, stopping)
    await writer.abort()
    throw error
  }
}

function iterator(batches: AsyncIterable<Batch> | Iterable<Batch>): AsyncIterator<Batch> | Iterator<Batch> {
  return Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
}

/** Stops the source. Its errors are ignored because the outcome is already decided. */
async function stop(batches: AsyncIterator<Batch> | Iterator<Batch>, stopping: AbortController): Promise<void> {
  stopping.abort()
  try {
    await batches.return?.()
  } catch {}
}

/** Sums up the milliseconds spent waiting for the source. */
class WaitingClock {
  waited = 0

  async time<Value>(wait: () => Promise<Value> | Value): Promise<Value> {
    const started = performance.now()
    try {
      return await wait()
    } finally {
      this.waited += performance.now() - started
    }
  }
}
