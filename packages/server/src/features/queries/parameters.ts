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

/**
 * Lets pass parameters whose dropdown queries the caller may see: through this query, everybody who may run it will see them.
 * @throws AppError `dropdown_unmatched` for a query without a data source, `forbidden` for one that the caller may not see
 */
export async function checkDropdowns(ctx: Context, definitions: readonly Definition[]): Promise<void> {
  const ids = new Set(definitions.flatMap(dropdownId))
  for (const id of ids) {
    const row = await store.find(ctx.db, id, 0)
    if (!row || row.query.data_source_id === null || row.shares.length === 0) throw new AppError('dropdown_unmatched')
    authorize(ctx.viewer, 'query.view', recordOf(row))
  }
}

const dropdownId = (definition: Definition): number[] =>
  typeOf(definition) === 'query' && typeof definition.queryId === 'number' ? [definition.queryId] : []
