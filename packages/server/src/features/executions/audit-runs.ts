import type { Context } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import type { NewRun } from './queue.ts'

/** Enough to know a text again; whole texts are kept with their queries. */
const MAX_TEXT_CHARACTERS = 1000

/**
 * Writes into the audit log who has started a run, and of what. Nobody waits for that: the answer is on its way, and a log that
 * cannot be written stops no query.
 */
export function auditRun(
  ctx: Context,
  { id, source, text, queryId }: Pick<NewRun, 'source' | 'text' | 'queryId'> & { id: string },
): void {
  const { row } = source
  const about = {
    data_source_id: row.id,
    data_source_name: row.name,
    job: id,
    text: text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed(),
  }
  // Not in this turn: the embedded database works in this very thread, and would hold the answer up.
  setImmediate(() => {
    audit
      .recordAction(ctx, 'query.run', { object_id: queryId, details: about })
      .catch((err) => ctx.log.error({ err, execution_id: id }, 'A run could not be written into the audit log.'))
  })
}
