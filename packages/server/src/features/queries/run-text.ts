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
 * Prepares a text whose parameters are filled in for its source: trims SQL, adds the automatic limit if requested, and names
 * the dialect if the query has chosen one.
 */
export function textToRun(text: string, runner: AnyRunner, autoLimit: boolean): string {
  if (runner.supportsAutoLimit) return normaliseStatements(text, { dialect: runner.dialect, autoLimit })
  if (!runner.dialects) return text
  const defaultRunner = runners.get(runner.type)?.dialect
  return withDialect(text, runner.dialect === defaultRunner ? null : runner.dialect)
}

export const hashOf = (text: string): string => queryHash(text, (hashed) => createHash('md5').update(hashed).digest('hex'))

/** The parts of a query that determine which stored results are its own. */
export interface RunDefinition {
  query: string
  options: {
    parameters?: Definition[] | undefined
    apply_auto_limit?: boolean | undefined
    dialect?: string | null | undefined
  }
}

/**
 * The text that a run with the stored parameter values would send, or the bare text if they do not fit. Dynamic values do not
 * fit here, because they resolve to another day tomorrow and a text of today would then find no result.
 */
export async function standardText({ query, options }: RunDefinition, defaultRunner: AnyRunner | null): Promise<string> {
  const runner = defaultRunner && inDialect(defaultRunner, options.dialect)
  const text = await withStoredValues(query, options.parameters ?? [], runner && textType(runner))
  return runner ? textToRun(text, runner, options.apply_auto_limit ?? false) : text
}

async function withStoredValues(text: string, definitions: readonly Definition[], type: string | null): Promise<string> {
  if (definitions.length === 0) return text
  const stored = storedValues(definitions, null)
  const matches = await patternKnowledge(definitions, stored)
  // Nothing runs with this text, so dropdown values count as stored; whether they are still offered is checked at the run.
  const { invalid, values } = checkValues(definitions, stored, { isOption: () => true, matches })
  if (invalid.length > 0) return text
  try {
    return fillIn(text, definitions, values, type)
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) return text
    throw error
  }
}
