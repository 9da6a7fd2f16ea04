import type { DropdownOption } from '@sightline/contract/queries.ts'
import { type Definition, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { rawUrlValues, type UrlQuery } from '@sightline/domain/parameters/url-values.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordOf } from '../queries/present.ts'
import type { QueryRow } from '../queries/service.ts'
import * as queries from '../queries/service.ts'
import { latestOptions, type OptionsAsk } from './dropdown-options.ts'
import { optionsWith, type Requester, requesterFor } from './parameters.ts'

/** The rows of a query as dropdown options, for users who may see the query. */
export async function options(
  ctx: Context,
  id: number,
  address: UrlQuery,
  signal: AbortSignal,
  ask: OptionsAsk = {},
): Promise<DropdownOption[]> {
  const row = await mustSeeRows(ctx, id)
  return read(ctx, requesterFor(ctx, id, signal), row, valuesIn(row, address), ask)
}

/**
 * The options of a query's dropdown, for callers who may see the query. They need access to the dropdown query itself only if
 * no parameter of the query declares it with these values.
 * @param other id of the dropdown query
 */
export async function optionsOf(
  ctx: Context,
  id: number,
  other: number,
  address: UrlQuery,
  signal: AbortSignal,
  ask: OptionsAsk = {},
): Promise<DropdownOption[]> {
  const { query } = await queries.mustSee(ctx, id)
  const dropdown = await queries.mustFind(ctx, other)
  const values = valuesIn(dropdown, address)
  const isDeclared = (query.options.parameters ?? []).some((definition) => declares(definition, other, values))
  if (!isDeclared) await mustSeeRows(ctx, other)
  return read(ctx, requesterFor(ctx, id, signal), dropdown, values, ask)
}

/** A query whose stored rows the caller may see. Public URLs open visualizations of these rows, but not the rows themselves. */
async function mustSeeRows(ctx: Context, id: number): Promise<QueryRow> {
  const row = await queries.mustSee(ctx, id)
  authorize(ctx.viewer, 'source.view', recordOf(row))
  return row
}

const valuesIn = ({ query }: QueryRow, address: UrlQuery): Values => rawUrlValues(query.options.parameters ?? [], address)

function declares(definition: Definition, other: number, values: Values): boolean {
  if (typeOf(definition) !== 'query' || definition.queryId !== other) return false
  return Object.keys(values).every((name) => Object.hasOwn(definition.dependsOn ?? {}, name))
}

async function read(
  ctx: Context,
  requester: Requester,
  row: QueryRow,
  values: Values,
  ask: OptionsAsk,
): Promise<DropdownOption[]> {
  if (row.query.data_source_id === null) throw new AppError('dropdown_detached', { query_id: row.query.id })
  if (Object.keys(values).length > 0) return optionsWith(ctx, requester, row, values, ask)
  const found = await latestOptions(ctx, requester, row, ask)
  if (found === null) throw new AppError('no_cached_result')
  return found
}
