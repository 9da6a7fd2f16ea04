import { createHash } from 'node:crypto'
import { normaliseStatements } from '@sightline/domain/auto-limit.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { render, TemplateError } from '@sightline/domain/parameters/template.ts'
import { fillable, storedValues } from '@sightline/domain/parameters/values.ts'
import { queryHash } from '@sightline/domain/query-hash.ts'
import type { AnyRunner } from '../../runners/runner.ts'

/** The text as the source gets it, parameters filled in before: SQL is trimmed, and limited when that is asked for. */
export function textToRun(text: string, runner: AnyRunner, autoLimit: boolean): string {
  return runner.supportsAutoLimit ? normaliseStatements(text, { dialect: runner.dialect, autoLimit }) : text
}

export const hashOf = (text: string): string => queryHash(text, (hashed) => createHash('md5').update(hashed).digest('hex'))

/** What of a query decides which stored results are its own. */
export interface Askable {
  query: string
  options: { parameters?: Definition[] | undefined; apply_auto_limit?: boolean | undefined }
}

/** The text that a run with the stored parameter values would send; with the bare text where they do not fit. */
export function standardText({ query, options }: Askable, runner: AnyRunner | null): string {
  const text = withStoredValues(query, options.parameters ?? [])
  return runner ? textToRun(text, runner, options.apply_auto_limit ?? false) : text
}

function withStoredValues(text: string, definitions: readonly Definition[]): string {
  const values = definitions.length > 0 ? storedValues(definitions) : null
  if (values === null) return text
  try {
    return render(text, fillable(definitions, values))
  } catch (error) {
    if (error instanceof TemplateError) return text
    throw error
  }
}
