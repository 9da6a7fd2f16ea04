import type { DropdownOption } from '@sightline/contract/queries.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { type CheckedValues, checkValues, missingValues, storedValues } from '@sightline/domain/parameters/check.ts'
import { choiceText, dropdownValues, isDependent } from '@sightline/domain/parameters/choices.ts'
import {
  type Definition,
  hasNoValue,
  isOptional,
  isUnset,
  passesTexts,
  typeOf,
  type Values,
} from '@sightline/domain/parameters/definition.ts'
import { fillIn, UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { invalidNameProblem } from '@sightline/domain/parameters/keyword.ts'
import { TemplateError } from '@sightline/domain/parameters/template.ts'
import { can, type QueryRecord, type SourcedRecord } from '@sightline/domain/permissions/can.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import type { Context, Services, Viewer } from '../../platform/context.ts'
import { AppError, ExecutionRefused, shownMessage } from '../../platform/http/errors.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import * as dataSources from '../data-sources/service.ts'
import { recordOf } from '../queries/present.ts'
import type { QueryRow } from '../queries/service.ts'
import * as queries from '../queries/service.ts'
import { calendarOf, readSettings } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { latestOptions, type OptionsAsk, optionsOfRun } from './dropdown-options.ts'
import type { KeyCaller } from './queue.store.ts'
import { keyCallerOf } from './queue.ts'
import { callerSeesInputs, seesInputs } from './results/service.ts'
import type { ResultRow } from './tables.ts'

/** The caller for whom dropdown options are read. Options that depend on other values may need a run on the caller's behalf. */
export interface Requester {
  /** Null for a caller with a key. */
  userId: number | null
  /** Null for users and schedules. */
  key: KeyCaller | null
  /** Whether a dropdown query may be run for this caller, given that a query which the caller may run declares it. */
  mayRun(record: QueryRecord): boolean
  /** Whether the caller may see the rows of a result, as far as they come from other data sources than its own. */
  seesInputs(result: ResultRow): Promise<boolean>
  /** Aborts waiting for a run. */
  signal: AbortSignal
}

/**
 * The requester for a caller. A safe dropdown query may be run for everyone who may see the dropdown, because its rows are
 * meant to be seen.
 * @param queryId the query that has the dropdowns
 */
export function requesterFor(ctx: Context, queryId: number, signal: AbortSignal): Requester {
  const { viewer } = ctx
  return {
    userId: viewer.kind === 'user' ? viewer.id : null,
    key: keyCallerOf(ctx),
    mayRun: (record) => record.is_safe || can(viewer, 'query.run', record),
    seesInputs: (result) => callerSeesInputs(ctx, queryId, result),
    signal,
  }
}

/** Levels of dropdowns that depend on dropdowns; beyond this, two of them probably depend on each other. */
const MAX_DEPTH = 4

/** A text with values filled in, and these values. */
export interface FilledText {
  text: string
  values: Values
}

/** A text to fill in, with its parameter definitions and the type of its source (see `textLanguage`). */
export interface FillableText {
  text: string
  definitions: readonly Definition[]
  language: string
}

const fillable = ({ query, options }: Pick<QueryRow['query'], 'query' | 'options'>, language: string): FillableText => ({
  text: query,
  definitions: options.parameters ?? [],
  language,
})

/**
 * Whether a query accepts any values from this caller. Without parameter definitions values cannot be checked, so they count as
 * text typed by the caller, who needs the right to query the source freely. Keys and public pages are limited to what the
 * author has declared.
 */
const takesAnyValues = ({ query }: QueryRow, viewer: Viewer, source: SourcedRecord): boolean =>
  (query.options.parameters ?? []).length === 0 && viewer.permissions.has('execute_query') && can(viewer, 'source.use', source)

/**
 * The text of a saved query with values filled in.
 * @throws AppError `incompatible_parameters` naming all values that do not fit; ExecutionRefused naming missing values, or a
 * value that must not stand at its place in the text
 */
export async function filledQuery(
  ctx: Context,
  row: QueryRow,
  { row: source, runner }: RunnableSource,
  sent: Values,
  signal: AbortSignal,
): Promise<string> {
  const template = fillable(row.query, textLanguage(runner))
  if (takesAnyValues(row, ctx.viewer, source)) return filledText(template, sent)
  return filledWith(ctx, requesterFor(ctx, row.query.id, signal), template, sent)
}

/** The text of a query that another query reads; stored values stand in for missing ones. */
export async function readText(
  services: Services,
  viewer: Viewer,
  requester: Requester,
  row: QueryRow,
  { row: source, runner }: RunnableSource,
  overrides: Values,
): Promise<FilledText> {
  if (takesAnyValues(row, viewer, source))
    return { text: filledText(fillable(row.query, textLanguage(runner)), overrides), values: overrides }
  return storedText(services, requester, row.query, textLanguage(runner), overrides)
}

/**
 * The text of a saved query with its stored values, as its schedule runs it for its owner. Dynamic dates are resolved now, in
 * the organization's time zone.
 * @throws AppError `incompatible_parameters`, or `dropdown_detached` with the id of the dropdown query in its details;
 * ExecutionRefused for missing values
 */
export async function scheduledText(
  services: Services,
  query: Pick<QueryRow['query'], 'query' | 'options' | 'user_id'>,
  language: string,
  signal: AbortSignal,
): Promise<FilledText> {
  const { user_id: userId } = query
  const owner = await users.findViewer(services, userId)
  const requester: Requester = {
    userId,
    key: null,
    mayRun: (record) => record.is_safe,
    seesInputs: (result) => seesInputs(services, owner, result),
    signal,
  }
  return storedText(services, requester, query, language)
}

/**
 * The text of a saved query with its stored values; dynamic dates are resolved now.
 * @param language type of its data source
 * @param overrides values that replace the stored ones
 * @throws AppError and ExecutionRefused like `scheduledText`
 */
export async function storedText(
  services: Services,
  requester: Requester,
  query: Pick<QueryRow['query'], 'query' | 'options'>,
  language: string,
  overrides: Values = {},
  depth = 0,
): Promise<FilledText> {
  const template = fillable(query, language)
  const values = { ...(await storedNow(services, template.definitions)), ...overrides }
  return { text: await filledWith(services, requester, template, values, depth), values }
}

/** Fills in values without checking them, for callers who may write any text; only their places in the text are checked. */
export function filledText({ text, definitions, language }: FillableText, values: Values): string {
  refuseMissing(missingValues(text, definitions, values), definitions)
  return refuseIfUnfillable(() => fillIn(text, definitions, values, language))
}

/**
 * The options of a dropdown query for certain values of its parameters; its other parameters have their stored values.
 * @param ask which of them
 * @throws AppError if it cannot be run, or fails
 */
export async function optionsWith(
  services: Services,
  requester: Requester,
  row: QueryRow,
  values: Values,
  ask: OptionsAsk,
  depth = 0,
): Promise<DropdownOption[]> {
  const { query } = row
  const { data_source_id, options } = query
  const source = data_source_id === null ? null : await dataSources.findRunnable(services, data_source_id, options.dialect)
  if (!source) throw new AppError('dropdown_detached', { query_id: query.id })
  if (!requester.mayRun(recordOf(row))) throw new AppError('forbidden')
  if (source.row.paused)
    throw new AppError('dropdown_failed', { reason: i18n._('{name} is paused. Please try later.', { name: source.row.name }) })
  const filled = await storedText(services, requester, query, textLanguage(source.runner), values, depth)
  const run = {
    source,
    text: queries.textToRun(filled.text, source.runner, options.apply_auto_limit ?? false),
    bindsTexts: passesTexts(options.parameters),
    parameters: filled.values,
    queryId: query.id,
    userId: requester.userId,
    scheduled: false,
    key: requester.key,
    dialect: source.runner.dialect,
  }
  return optionsOfRun(services, run, requester, ask)
}

async function filledWith(
  services: Services,
  requester: Requester,
  { text, definitions, language }: FillableText,
  sent: Values,
  depth = 0,
): Promise<string> {
  const { invalid, values } = await checkedValues(services, requester, definitions, sent, depth)
  if (invalid.length > 0) throw new AppError('incompatible_parameters', { names: invalid.join(', ') })
  refuseMissing(missingValues(text, definitions, sent), definitions)
  return refuseIfUnfillable(() => fillIn(text, definitions, values, language))
}

/** Checks values; values of dropdowns against all their current options. */
async function checkedValues(
  services: Services,
  requester: Requester,
  definitions: readonly Definition[],
  sent: Values,
  depth: number,
): Promise<CheckedValues> {
  const options = new Map<Definition, ReadonlySet<string>>()
  for (const definition of definitions) {
    const value = sent[definition.name]
    if (typeOf(definition) !== 'query' || !Object.hasOwn(sent, definition.name)) continue
    // An unset value needs no option, and the dropdown query cannot run while a value that it depends on is missing.
    if (isOptional(definition) && isUnset(value)) continue
    const found = await optionsOf(services, requester, definition, sent, depth)
    options.set(definition, new Set(found.map(({ value }) => value)))
  }
  return checkValues(definitions, sent, {
    isOption: (definition, text) => options.get(definition)?.has(text) === true,
    matches: await queries.patternKnowledge(definitions, sent),
  })
}

/** The sent values that are current options of a parameter's dropdown; empty if nothing can be chosen, so that no value fits. */
async function optionsOf(
  services: Services,
  requester: Requester,
  definition: Definition,
  sent: Values,
  depth: number,
): Promise<DropdownOption[]> {
  const row = typeof definition.queryId === 'number' ? await queries.find(services, definition.queryId) : undefined
  if (!row) return []
  if (row.query.data_source_id === null) throw new AppError('dropdown_detached', { query_id: row.query.id })
  const ask = { values: [sent[definition.name]].flat().flatMap((value) => choiceText(value) ?? []) }
  if (!isDependent(definition)) return (await latestOptions(services, requester, row, ask)) ?? []
  if (depth >= MAX_DEPTH) throw new AppError('dropdown_failed', { reason: i18n._('too many dropdowns depend on each other.') })
  const values = dropdownValues(definition, sent)
  if (values === null) return []
  try {
    return await optionsWith(services, requester, row, values, ask, depth + 1)
  } catch (error) {
    throw forDropdown(error, definition.name)
  }
}

/** The error of a dropdown query, with the name of the dropdown: those who run the query know no other parameters than its own. */
function forDropdown(error: unknown, name: string): unknown {
  if (error instanceof AppError && error.code === 'incompatible_parameters')
    return new AppError('incompatible_parameters', {
      names: i18n._('{name} (its dropdown query refuses {names})', { name, names: String(error.details.names) }),
    })
  if (error instanceof ExecutionRefused)
    return new AppError('dropdown_failed', { reason: `${name}: ${shownMessage(error)}` }, { cause: error })
  return error
}

/** The stored values, dynamic ones resolved now, without parameters that have none. */
async function storedNow(services: Services, definitions: readonly Definition[]): Promise<Values> {
  if (definitions.length === 0) return {}
  const stored = storedValues(definitions, { now: services.now(), ...calendarOf(await readSettings(services)) })
  const given = definitions.filter((definition) => isOptional(definition) || !hasNoValue(definition, stored[definition.name]))
  return Object.fromEntries(given.map(({ name }) => [name, stored[name]]))
}

function refuseMissing(missing: readonly string[], definitions: readonly Definition[]): void {
  // No caller can send a value for an invalid name.
  const problem = invalidNameProblem(missing, definitions)
  if (problem !== null) throw new ExecutionRefused(400, problem)
  if (missing.length > 0)
    throw new ExecutionRefused(400, i18n._('Missing parameter value for: {names}', { names: missing.join(', ') }))
}

function refuseIfUnfillable(fill: () => string): string {
  try {
    return fill()
  } catch (error) {
    if (error instanceof TemplateError || error instanceof UnsafeValueError) throw new ExecutionRefused(400, error.message)
    throw error
  }
}
