import { groupDigits } from '@sightline/contract/digits.ts'
import type { QueryOptions } from '@sightline/contract/queries.ts'
import { type Definition, storable, typeOf } from '@sightline/domain/parameters/definition.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordOf } from './present.ts'
import * as store from './store.ts'

export type { QueryRow } from './store.ts'

/** The options of a query as they are stored: without what only a browser uses. */
export function storableOptions(options: QueryOptions): QueryOptions {
  return options.parameters === undefined ? options : { ...options, parameters: options.parameters.map(storable) }
}

/** Options to be stored in place of others. Clients of the Redash API leave the dialect out, and have not chosen another one. */
export const withDialectKept = ({ dialect }: QueryOptions, sent: QueryOptions): QueryOptions =>
  dialect == null || 'dialect' in sent ? sent : { ...sent, dialect }

/** Parameters of one query that may have a pattern, and the characters of each. */
const MAX_PATTERNS = 20
const MAX_PATTERN_LENGTH = 1_000

/** @throws AppError `invalid_input` for more patterns than a run could check quickly */
export function checkPatterns(definitions: readonly Definition[]): void {
  const patterns = definitions.filter((definition) => typeOf(definition) === 'text-pattern')
  if (patterns.length > MAX_PATTERNS) {
    throw new AppError('invalid_input', { reason: `A query may have at most ${MAX_PATTERNS} parameters with a pattern.` })
  }
  const long = patterns.find(({ regex }) => (regex?.length ?? 0) > MAX_PATTERN_LENGTH)
  if (!long) return
  throw new AppError('invalid_input', {
    reason: `The pattern of the parameter "${long.name}" may hold at most ${groupDigits(MAX_PATTERN_LENGTH)} characters.`,
  })
}

/**
 * Lets pass parameters whose dropdown queries the caller may see: through this query, everybody who may run it will see them.
 * @throws AppError `dropdown_unmatched` for a query without a data source, `forbidden` for one that the caller may not see
 */
export async function checkDropdowns(ctx: Context, definitions: readonly Definition[]): Promise<void> {
  for (const id of dropdownIds(definitions)) {
    const row = await store.find(ctx.db, id, 0)
    if (!row || row.query.data_source_id === null || row.shares.length === 0) throw new AppError('dropdown_unmatched')
    authorize(ctx.viewer, 'query.view', recordOf(row))
  }
}

/** The queries that fill the dropdowns of these parameters, each once. */
export function dropdownIds(definitions: readonly Definition[]): number[] {
  const ids = definitions.flatMap((definition) =>
    typeOf(definition) === 'query' && typeof definition.queryId === 'number' ? [definition.queryId] : [],
  )
  return [...new Set(ids)]
}
