import { AppError } from '../../platform/http/errors.ts'
import { checkNewOptions, checkOptions } from '../../platform/type-options.ts'
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
  return accepted(checkOptions(runner.config, sent, stored))
}

/** The options to store with a new one: a secret that is sent as the placeholder is left out. @throws AppError as `checkedOptions` */
export const newOptions = (runner: AnyRunner, sent: Record<string, unknown>): Record<string, unknown> =>
  accepted(checkNewOptions(runner.config, sent))

function accepted({ options, problem }: ReturnType<typeof checkOptions>): Record<string, unknown> {
  if (problem !== null) throw new AppError('data_source_options_invalid', { reason: problem })
  return options
}
