import type { DropdownOption } from '@sightline/contract/queries.ts'
import { type CheckedValues, checkValues, missingValues, storedValues } from '@sightline/domain/parameters/check.ts'
import { dropdownValues, isDependent } from '@sightline/domain/parameters/choices.ts'
import { type Definition, hasNoValue, isOptional, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { invalidNameProblem } from '@sightline/domain/parameters/keyword.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { can, type QueryRecord, type SourcedRecord } from '@sightline/domain/permissions/can.ts'
import { textType } from '@sightline/domain/query-dialect.ts'
import type { Context, Services, Viewer } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import * as dataSources from '../data-sources/service.ts'
import type { QueryRow } from '../queries/parameters.ts'
import { patternKnowledge } from '../queries/pattern.ts'
import { recordOf } from '../queries/present.ts'
import { textToRun } from '../queries/run-text.ts'
import * as queries from '../queries/service.ts'
import { readSettings } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { latestOptions, optionsOfRun } from './dropdown-options.ts'
import type { KeyCaller } from './key-limits.ts'
import { keyOf } from './queue.ts'
import { callerSeesInputs, seesInputs } from './results/access.ts'
import type { ResultRow } from './store.ts'

/** For whom options are read. Those of a dropdown that depends on other values may have to be run for. */
export interface Asker {
  /** null for a key-based caller. */
  userId: number | null
  /** null for users and schedules. */
  key: KeyCaller | null
  /** Whether a dropdown query, declared by a query that they may run, may be run for them. */
  mayRun(record: QueryRecord): boolean
  /** Whether they may see the rows of a result, as far as these come from other data sources than its own. */
  seesInputs(result: ResultRow): Promise<boolean>
  /** Ends the waiting for a run. */
  signal: AbortSignal
}

/**
 * The caller. A dropdown query without free text may be run for whoever may see the dropdown, as its rows are there to be seen.
 * @param queryId the query whose dropdowns they are
 */
export function askerFor(ctx: Context, queryId: number, signal: AbortSignal): Asker {
  const { viewer } = ctx
  return {
    userId: viewer.kind === 'user' ? viewer.id : null,
    key: keyOf(ctx),
    mayRun: (record) => record.is_safe || can(viewer, 'query.run', record),
    seesInputs: (result) => callerSeesInputs(ctx, queryId, result),
    signal,
  }
}

/** Dropdowns of dropdowns, as many deep; then two of them depend on each other, or nobody sees through them any more. */
const MAX_DEPTH = 4

/** What is filled in: a text, what is declared in it, and how they are written, as `textType` tells it. */
export interface FillableText {
  text: string
  definitions: readonly Definition[]
  sourceType: string
}

const fillable = ({ query, options }: Pick<QueryRow['query'], 'query' | 'options'>, sourceType: string): FillableText => ({
  text: query,
  definitions: options.parameters ?? [],
  sourceType,
})

/**
 * Whether a query takes any values from this caller: it declares none to check them against, so they count as text that the caller
 * has typed, and the caller could ask the source anything. Keys and public pages stand for what the author has declared.
 */
const takesAnyValues = ({ query }: QueryRow, viewer: Viewer, source: SourcedRecord): boolean =>
  (query.options.parameters ?? []).length === 0 && viewer.permissions.has('execute_query') && can(viewer, 'source.use', source)

/**
 * The text of a saved query with values in place.
 * @throws AppError `incompatible_parameters` naming all values that do not fit; ExecutionRefused naming those that are missing, or
 * one that cannot stand where the text has it
 */
export async function filledQuery(
  ctx: Context,
  row: QueryRow,
  { row: source, runner }: RunnableSource,
  sent: Values,
  signal: AbortSignal,
): Promise<string> {
  const template = fillable(row.query, textType(runner))
  if (takesAnyValues(row, ctx.viewer, source)) return filledText(template, sent)
  return filledWith(ctx, askerFor(ctx, row.query.id, signal), template, sent)
}

/** The same for the text of a query that another one reads, with the stored values of what is not given. */
export async function readText(
  services: Services,
  viewer: Viewer,
  asker: Asker,
  row: QueryRow,
  { row: source, runner }: RunnableSource,
  given: Values,
): Promise<string> {
  if (takesAnyValues(row, viewer, source)) return filledText(fillable(row.query, textType(runner)), given)
  return storedText(services, asker, row.query, textType(runner), given)
}

/**
 * The text of a saved query with its stored values in place, as its schedule runs it for its owner. Dynamic dates are those of
 * now in the organization's time zone.
 * @throws AppError `incompatible_parameters`, or `dropdown_detached` with the id of the dropdown query in its details;
 * ExecutionRefused for missing values
 */
export async function scheduledText(
  services: Services,
  query: Pick<QueryRow['query'], 'query' | 'options' | 'user_id'>,
  sourceType: string,
  signal: AbortSignal,
): Promise<string> {
  const { user_id: userId } = query
  const owner = await users.findViewer(services, userId)
  const asker: Asker = {
    userId,
    key: null,
    mayRun: (record) => record.is_safe,
    seesInputs: (result) => seesInputs(services, owner, result),
    signal,
  }
  return storedText(services, asker, query, sourceType)
}

/**
 * The text of a saved query with its stored values in place, dynamic dates those of now.
 * @param sourceType of its data source
 * @param given values that count instead of the stored ones
 * @throws AppError and ExecutionRefused as `scheduledText`
 */
export async function storedText(
  services: Services,
  asker: Asker,
  query: Pick<QueryRow['query'], 'query' | 'options'>,
  sourceType: string,
  given: Values = {},
  depth = 0,
): Promise<string> {
  const template = fillable(query, sourceType)
  const values = { ...(await storedNow(services, template.definitions)), ...given }
  return filledWith(services, asker, template, values, depth)
}

/** A text with values in place that are not checked, for those who may write any text; only where they can stand is looked at. */
export function filledText({ text, definitions, sourceType }: FillableText, values: Values): string {
  refuseMissing(missingValues(text, definitions, values), definitions)
  return refusingUnfillable(() => fillIn(text, definitions, values, sourceType))
}

/**
 * The options of a dropdown query for certain values of its parameters; its other parameters have their stored values.
 * @throws AppError when it cannot be run, or fails
 */
export async function optionsWith(
  services: Services,
  asker: Asker,
  row: QueryRow,
  values: Values,
  depth = 0,
): Promise<DropdownOption[]> {
  const { query } = row
  const { data_source_id, options } = query
  const source = data_source_id === null ? null : await dataSources.findRunnable(services, data_source_id, options.dialect)
  if (!source) throw new AppError('dropdown_detached', { query_id: query.id })
  if (!asker.mayRun(recordOf(row))) throw new AppError('forbidden')
  if (source.row.paused) throw new AppError('dropdown_failed', { reason: `${source.row.name} is paused. Please try later.` })
  const text = await storedText(services, asker, query, textType(source.runner), values, depth)
  const run = {
    source,
    text: textToRun(text, source.runner, options.apply_auto_limit ?? false),
    queryId: query.id,
    userId: asker.userId,
    scheduled: false,
    key: asker.key,
    dialect: source.runner.dialect,
  }
  return optionsOfRun(services, run, asker)
}

async function filledWith(
  services: Services,
  asker: Asker,
  { text, definitions, sourceType }: FillableText,
  sent: Values,
  depth = 0,
): Promise<string> {
  const { invalid, values } = await checked(services, asker, definitions, sent, depth)
  if (invalid.length > 0) throw new AppError('incompatible_parameters', { names: invalid.join(', ') })
  refuseMissing(missingValues(text, definitions, sent), definitions)
  return refusingUnfillable(() => fillIn(text, definitions, values, sourceType))
}

/** Checks values, those of dropdowns against the options they have now. */
async function checked(
  services: Services,
  asker: Asker,
  definitions: readonly Definition[],
  sent: Values,
  depth: number,
): Promise<CheckedValues> {
  const options = new Map<Definition, ReadonlySet<string>>()
  for (const definition of definitions) {
    if (typeOf(definition) !== 'query' || !Object.hasOwn(sent, definition.name)) continue
    const found = await optionsOf(services, asker, definition, sent, depth)
    options.set(definition, new Set(found.map(({ value }) => value)))
  }
  return checkValues(definitions, sent, {
    isOption: (definition, text) => options.get(definition)?.has(text) === true,
    matches: await patternKnowledge(definitions, sent),
  })
}

/** The options of a parameter's dropdown; none where nothing can be chosen, so that no value fits. */
async function optionsOf(
  services: Services,
  asker: Asker,
  definition: Definition,
  sent: Values,
  depth: number,
): Promise<DropdownOption[]> {
  const row = typeof definition.queryId === 'number' ? await queries.find(services, definition.queryId) : undefined
  if (!row) return []
  if (row.query.data_source_id === null) throw new AppError('dropdown_detached', { query_id: row.query.id })
  if (!isDependent(definition)) return (await latestOptions(services, asker, row)) ?? []
  if (depth >= MAX_DEPTH) throw new AppError('dropdown_failed', { reason: 'too many dropdowns depend on each other.' })
  const values = dropdownValues(definition, sent)
  return values === null ? [] : optionsWith(services, asker, row, values, depth + 1)
}

/** The stored values as they are now, without those that there are not. */
async function storedNow(services: Services, definitions: readonly Definition[]): Promise<Values> {
  if (definitions.length === 0) return {}
  const { time_zone: timeZone } = await readSettings(services)
  const stored = storedValues(definitions, { now: services.now(), timeZone })
  const given = definitions.filter((definition) => isOptional(definition) || !hasNoValue(definition, stored[definition.name]))
  return Object.fromEntries(given.map(({ name }) => [name, stored[name]]))
}

function refuseMissing(missing: readonly string[], definitions: readonly Definition[]): void {
  // Nobody could give a value for such a name.
  const problem = invalidNameProblem(missing, definitions)
  if (problem !== null) throw new ExecutionRefused(400, problem)
  if (missing.length > 0) throw new ExecutionRefused(400, `Missing parameter value for: ${missing.join(', ')}`)
}

function refusingUnfillable(fill: () => string): string {
  try {
    return fill()
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) throw new ExecutionRefused(400, error.message)
    throw error
  }
}
