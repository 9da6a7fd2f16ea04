import { textLanguage } from '@sightline/domain/query-dialect.ts'
import type { Services } from '../../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../../platform/http/errors.ts'
import { type AnyRunner, inDialect } from '../../../runners/runner.ts'
import { textToRun } from '../../queries/run-text.ts'
import { scheduledText } from '../parameters.ts'
import type { RunnableRow } from './store.ts'

/** A query cannot be run with the values that are stored for its parameters; the message tells its owner why. */
export class UnfitForSchedule extends Error {}

/**
 * What a scheduled run sends to its source, but for the annotation: the text with the stored values of its parameters.
 * @param signal ends the waiting for options that have to be asked for
 * @throws UnfitForSchedule
 */
export async function textOfScheduledRun(
  services: Services,
  row: Pick<RunnableRow, 'id' | 'query' | 'options' | 'user_id'>,
  usual: AnyRunner,
  signal: AbortSignal,
): Promise<string> {
  try {
    const runner = inDialect(usual, row.options.dialect)
    const text = await scheduledText(services, row, textLanguage(runner), signal)
    return textToRun(text, runner, row.options.apply_auto_limit ?? false)
  } catch (cause) {
    const why = reasonOf(cause)
    if (why === null) throw cause
    throw new UnfitForSchedule(`Skipping refresh of ${row.id} because ${why}`, { cause })
  }
}

/** In the words of the wire; null for what is no fault of the stored values. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AppError && error.code === 'dropdown_detached')
    return `a related dropdown query (${error.details.query_id}) is unattached to any datasource.`
  if (error instanceof AppError || error instanceof ExecutionRefused) return `of invalid parameters: ${error.message}`
  return null
}
