import { createHash } from 'node:crypto'
import { checkValues, storedValues } from '@sightline/domain/parameters/check.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { textType, withDialect } from '@sightline/domain/query-dialect.ts'
import { queryHash } from '@sightline/domain/query-hash.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { runners } from '../../runners/registry.ts'
import { type AnyRunner, inDialect } from '../../runners/runner.ts'
import { patternKnowledge } from './pattern.ts'

/**
 * The text of a run, parameters filled in before: SQL is trimmed, and limited when that is asked for; it names its dialect where the
 * query has chosen one.
 */
export function textToRun(text: string, runner: AnyRunner, autoLimit: boolean): string {
  if (runner.supportsAutoLimit) return normaliseStatements(text, { dialect: runner.dialect, autoLimit })
  if (!runner.dialects) return text
  const usual = runners.get(runner.type)?.dialect
  return withDialect(text, runner.dialect === usual ? null : runner.dialect)
}

export const hashOf = (text: string): string => queryHash(text, (hashed) => createHash('md5').update(hashed).digest('hex'))

/** What of a query decides which stored results are its own. */
export interface Askable {
  query: string
  options: {
    parameters?: Definition[] | undefined
    apply_auto_limit?: boolean | undefined
    dialect?: string | null | undefined
  }
}

/**
 * The text that a run with the stored parameter values would send; the bare text where they do not fit. Dynamic values are none
 * that fit here: what they stand for changes with the day, and a text of today would find no result tomorrow.
 */
export async function standardText({ query, options }: Askable, usual: AnyRunner | null): Promise<string> {
  const runner = usual && inDialect(usual, options.dialect)
  const text = await withStoredValues(query, options.parameters ?? [], runner && textType(runner))
  return runner ? textToRun(text, runner, options.apply_auto_limit ?? false) : text
}

async function withStoredValues(text: string, definitions: readonly Definition[], type: string | null): Promise<string> {
  if (definitions.length === 0) return text
  const stored = storedValues(definitions, null)
  const matches = await patternKnowledge(definitions, stored)
  // Nothing is run with this text, so a choice counts as it is stored; whether it is still offered is asked when it runs.
  const { invalid, values } = checkValues(definitions, stored, { isOption: () => true, matches })
  if (invalid.length > 0) return text
  try {
    return fillIn(text, definitions, values, type)
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) return text
    throw error
  }
}
