import { AppError } from '../../platform/http/errors.ts'
import { checkOptions } from '../../platform/type-options.ts'
import type { AnyRunner } from '../../runners/runner.ts'

/**
 * The options to store: what was sent, with kept secrets filled in from the stored ones, checked by the runner's config.
 * @param stored null when what is stored belongs to another type
 * @throws AppError naming the first field that is wrong, by the title people see, or the secrets to enter again
 */
export function checkedOptions(
  runner: AnyRunner,
  sent: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> {
  const { options, problem } = checkOptions(runner.config, sent, stored)
  if (problem !== null) throw new AppError('data_source_options_invalid', { reason: problem })
  return options
}
