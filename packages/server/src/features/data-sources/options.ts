import type { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { configurationSchema, mergeSecrets } from '../../runners/config.ts'
import type { AnyRunner } from '../../runners/runner.ts'

/**
 * The options to store: what was sent, with kept secrets filled in from the stored ones, checked by the runner's config.
 * @throws AppError naming the first field that is wrong, by the title people see
 */
export function checkedOptions(
  runner: AnyRunner,
  sent: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const options = mergeSecrets(runner.config, sent, stored)
  const parsed = runner.config.safeParse(options)
  if (parsed.success) return options
  throw new AppError('data_source_options_invalid', { reason: firstProblem(runner.config, options, parsed.error) })
}

function firstProblem(config: z.ZodObject, options: Record<string, unknown>, error: z.ZodError): string {
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  const title = configurationSchema(config).properties[field]?.title ?? field
  if (title === '') return issue?.message ?? 'The options are not valid.'
  return options[field] === undefined ? `${title} is required.` : `${title}: ${issue?.message ?? 'this value is not valid.'}`
}
