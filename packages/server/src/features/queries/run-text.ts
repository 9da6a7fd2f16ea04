import { hash } from 'node:crypto'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { checkValues, storedValues } from '@sightline/domain/parameters/check.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { textLanguage, withDialect } from '@sightline/domain/query-dialect.ts'
import { isSameQueryText, queryHash } from '@sightline/domain/query-hash.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { runners } from '../../runners/registry.ts'
import { type AnyRunner, inDialect } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import { patternKnowledge } from './pattern.ts'
import * as store from './store.ts'

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

export const hashOf = (text: string): string => queryHash(text, (hashed) => hash('md5', hashed))

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
  const text = await withStoredValues(query, options.parameters ?? [], runner && textLanguage(runner))
  return runner ? textToRun(text, runner, options.apply_auto_limit ?? false) : text
}

async function withStoredValues(text: string, definitions: readonly Definition[], language: string | null): Promise<string> {
  if (definitions.length === 0) return text
  const stored = storedValues(definitions, null)
  const matches = await patternKnowledge(definitions, stored)
  // Nothing runs with this text, so dropdown values count as stored; whether they are still offered is checked at the run.
  const { invalid, values } = checkValues(definitions, stored, { isOption: () => true, matches })
  if (invalid.length > 0) return text
  try {
    return fillIn(text, definitions, values, language)
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) return text
    throw error
  }
}

/** A data source that the caller may query freely. */
export async function mustUseSource(ctx: Context, id: number): Promise<dataSources.RunnableSource> {
  const source = await dataSources.findRunnable(ctx, id)
  if (!source) throw new AppError('invalid_input', { reason: i18n._('Data source {id} does not exist.', { id }) })
  authorize(ctx.viewer, 'source.use', source.row)
  return source
}

/** The changes that can change what a query reads. */
type RunChanges = Partial<RunDefinition> & { data_source_id?: number | null }

/**
 * The hash and the latest result of a query after a change. A caller who changes what the query reads needs the right to read
 * that from the source.
 */
export async function linkAfterChange(
  ctx: Context,
  row: store.QueryRow,
  changes: RunChanges,
  sentResult: number | null | undefined,
) {
  const isRunChanged = changes.query !== undefined || changes.options !== undefined || changes.data_source_id !== undefined
  const sourceId = changes.data_source_id ?? row.query.data_source_id
  const isResultChanged = sentResult !== undefined && sentResult !== row.query.latest_query_data_id
  if (!isRunChanged && !isResultChanged) return {}
  if (!isRunChanged) return { latest_query_data_id: await ownResult(ctx, sourceId, sentResult ?? null) }
  const source = sourceId === null ? null : await mustUseSource(ctx, sourceId)
  const definition = { query: changes.query ?? row.query.query, options: changes.options ?? row.query.options }
  const link = await resultLink(ctx, definition, source, sentResult ?? null)
  // The hash does not include the dialect, and the same text may mean something else in another one.
  const isSameDialect = definition.options.dialect === row.query.options.dialect
  const isSameHash = link.query_hash === row.query.query_hash && sourceId === row.query.data_source_id
  return isSameHash && isSameDialect
    ? { ...link, latest_query_data_id: link.latest_query_data_id ?? row.query.latest_query_data_id }
    : link
}

/**
 * The hash of a query text with the newest stored result of it that the caller may see, or else with the result that was sent
 * along.
 */
export async function resultLink(
  ctx: Context,
  definition: RunDefinition,
  source: dataSources.RunnableSource | null,
  sentResult: number | null,
): Promise<{ query_hash: string; latest_query_data_id: number | null }> {
  const text = await standardText(definition, source?.runner ?? null)
  const query_hash = hashOf(text)
  if (source === null) return { query_hash, latest_query_data_id: null }
  const candidates = await store.resultsByHash(ctx.db, source.row.id, query_hash)
  const match = candidates.find(
    (result) => isSameQueryText(result.query, text, source.runner.dialect) && can(ctx.viewer, 'result.view', result),
  )
  return { query_hash, latest_query_data_id: match?.id ?? (await ownResult(ctx, source.row.id, sentResult)) }
}

/**
 * The result's id if it came from the query's source and the caller may see it, else null: any other result would show what the
 * query may not read.
 */
export async function ownResult(ctx: Context, sourceId: number | null, resultId: number | null): Promise<number | null> {
  if (sourceId === null || resultId === null) return null
  const found = await store.findResult(ctx.db, sourceId, resultId)
  return found && can(ctx.viewer, 'result.view', found) ? resultId : null
}
