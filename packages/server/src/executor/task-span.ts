import type { Span, Tracing } from '../platform/tracing/tracing.ts'
import type { TaskEnd } from './child.ts'
import type { Task } from './protocol.ts'

/**
 * Records a span for the time that a task spends in its executor process, and one below it for the result file, which the
 * process reports with its reply. The process itself sends nothing: it may run users' SQL, so it has no headers of the collector.
 */
export async function inTaskSpan<Run extends { end: TaskEnd }>(
  tracing: Tracing,
  task: Task,
  work: () => Promise<Run>,
): Promise<Run> {
  const type = 'type' in task ? task.type : undefined
  const attributes = { 'sightline.source.call': task.kind, 'sightline.data_source.type': type }
  const span = tracing.begin({ name: 'source call', kind: 'client', attributes })
  try {
    const run = await span.enter(work)
    span.enter(() => describe(tracing, span, run.end))
    return run
  } finally {
    span.end()
  }
}

function describe(tracing: Tracing, span: Span, end: TaskEnd): void {
  if ('died' in end) span.fail('executor_died')
  else if ('failed' in end) span.fail(end.failed.kind)
  else if ('writing' in end.done) {
    const { database, rowCount, size, writing } = end.done
    span.set({ 'sightline.source.wait_ms': Math.round(database) })
    tracing.record({ name: 'result file write', attributes: { 'sightline.rows': rowCount, 'sightline.bytes': size } }, writing)
  }
}
