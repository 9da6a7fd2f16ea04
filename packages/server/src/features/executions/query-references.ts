import { createHash } from 'node:crypto'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { passesTexts } from '@sightline/domain/parameters/definition.ts'
import { rawUrlValues, URL_PREFIX, undeclaredUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { splitDialect, textLanguage } from '@sightline/domain/query-dialect.ts'
import {
  type QueryReference,
  QueryReferenceError,
  queryReferences,
  tableOf,
} from '@sightline/domain/sql-text/query-references.ts'
import type { Services, UserViewer } from '../../platform/context.ts'
import { AppError, ExecutionRefused, shownMessage } from '../../platform/http/errors.ts'
import { QueryError } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import { recordOf } from '../queries/present.ts'
import type { QueryRow } from '../queries/service.ts'
import * as queries from '../queries/service.ts'
import { readText, storedText } from './parameters.ts'
import type { NewRun } from './queue.ts'
import { type Reader, seesInputs } from './results/service.ts'
import { findResult } from './store.ts'
import type { ResultRow } from './tables.ts'

/** A query that a text references and that its reader may read. */
export interface ReferencedQuery {
  reference: QueryReference
  /** Name of the SQL table that stands in for it. */
  table: string
  row: QueryRow
  /** The run whose result is read; null if the latest result is wanted. */
  run: (Pick<NewRun, 'text' | 'bindsTexts' | 'parameters'> & { source: dataSources.RunnableSource }) | null
  /** The latest result if that is wanted; null if there is none. */
  latest: ResultRow | null
}

/** Queries that one run may read, including those that they read in turn. */
const MAX_QUERIES = 100
const MAX_LEVELS = 10
/** Ids are 32-bit integers. */
const MAX_ID = 2 ** 31 - 1

/** A text cannot read a query that it references; the message explains why. */
export class UnreadableQuery extends QueryError {
  /** HTTP status of the response to a request to run the text. */
  readonly status: 400 | 403
  constructor(message: string, options: { status?: 400 | 403; cause?: unknown; position?: number } = {}) {
    super(message, options)
    this.status = options.status ?? 400
  }

  /** The same error at the position of the reference in the text. */
  at({ start }: QueryReference): UnreadableQuery {
    return new UnreadableQuery(this.message, { status: this.status, cause: this.cause, position: start + 1 })
  }
}

/** A text that may read queries. */
export interface ReadingText {
  text: string
  /** The query that the text belongs to; null for text that is not saved. */
  query_id: number | null
}

/** State of resolving nested references. */
interface Resolution {
  services: Services
  reader: Reader
  signal: AbortSignal
  /** Number of queries that may still be added. */
  queriesLeft: number
}

/**
 * Resolves the queries that a text reads, one for each reference, and checks that its reader may read all of them, including
 * those that are read in turn.
 * @throws UnreadableQuery with one sentence (no such query, no access, a circle, too many) and the position in the text
 */
export async function resolveReferences(
  services: Services,
  reader: Reader,
  { text, query_id }: ReadingText,
  signal: AbortSignal,
): Promise<ReferencedQuery[]> {
  const saved = query_id === null ? undefined : await queries.find(services, query_id)
  const state: Resolution = { services, reader, signal, queriesLeft: MAX_QUERIES }
  return resolveNested(state, text, saved?.query.query ?? '', query_id === null ? [] : [query_id])
}

/**
 * @param run the text to run, which names its dialect
 * @param saved the text before values were filled in
 * @param path ids of the queries that lead here, outermost first
 */
async function resolveNested(
  state: Resolution,
  run: string,
  saved: string,
  path: readonly number[],
): Promise<ReferencedQuery[]> {
  const { dialect, text } = splitDialect(run)
  const named = state.reader.isByKey ? namesIn(saved, dialect) : null
  const known = new Map<string, ReferencedQuery>()
  const all: ReferencedQuery[] = []
  for (const reference of references(text, dialect)) {
    const table = tableOf(reference, md5)
    try {
      if (named?.has(reference.id) === false) throw noAccess(reference.id)
      const earlier = known.get(table)
      const referenced = earlier ? { ...earlier, reference } : await resolve(state, reference, table, path)
      known.set(table, referenced)
      all.push(referenced)
    } catch (error) {
      throw error instanceof UnreadableQuery ? error.at(reference) : error
    }
  }
  return all
}

async function resolve(
  state: Resolution,
  reference: QueryReference,
  table: string,
  path: readonly number[],
): Promise<ReferencedQuery> {
  state.queriesLeft--
  if (state.queriesLeft < 0)
    throw new UnreadableQuery(i18n._('This would read more than {most} queries.', { most: MAX_QUERIES }))
  const id = Number(reference.id)
  const row = id <= MAX_ID ? await queries.find(state.services, id) : undefined
  if (!row) throw new UnreadableQuery(i18n._('Query id {id} not found.', { id: reference.id }))
  const { viewer } = state.reader
  const action = reference.kind === 'cached_query' ? 'query.view' : 'query.run'
  if (!viewer || !can(viewer, action, recordOf(row))) throw noAccess(reference.id)
  if (reference.kind === 'cached_query')
    return { reference, table, row, run: null, latest: await latestOf(state.services, viewer, row) }

  if (path.includes(id))
    throw new UnreadableQuery(
      i18n._('Query {id} reads itself: {path}.', { id, path: [...path.slice(path.indexOf(id)), id].join(' → ') }),
    )
  if (path.length >= MAX_LEVELS)
    throw new UnreadableQuery(i18n._('Queries may read queries on {most} levels, and no more.', { most: MAX_LEVELS }))
  const run = await runOf(state, row, reference)
  if (run.source.runner.readsQueries) await resolveNested(state, run.text, row.query.query, [...path, id])
  return { reference, table, row, run, latest: null }
}

/** The latest result of a query. @throws UnreadableQuery if its reader may not see it */
async function latestOf({ db }: Services, viewer: UserViewer, { query }: QueryRow): Promise<ResultRow | null> {
  const found = query.latest_query_data_id === null ? undefined : await findResult(db, query.latest_query_data_id)
  if (found && !can(viewer, 'result.view', found)) throw resultRestricted(query.id)
  return found?.result ?? null
}

async function runOf(
  state: Resolution,
  row: QueryRow,
  { kind, pairs }: QueryReference,
): Promise<NonNullable<ReferencedQuery['run']>> {
  const { services, signal } = state
  const { data_source_id, id, options } = row.query
  const source = data_source_id === null ? null : await dataSources.findRunnable(services, data_source_id, options.dialect)
  if (!source) throw failedLoading(id, i18n._('Target data source not available.'))
  if (source.row.paused) throw failedLoading(id, i18n._('{name} is paused. Please try later.', { name: source.row.name }))
  const given = kind === 'param_query' ? valuesOf(row, pairs) : {}
  try {
    // A dependent dropdown would need a run first, and that run could wait for the slot that this run holds.
    const { viewer } = state.reader
    const requester = {
      userId: viewer?.id ?? null,
      key: null,
      mayRun: () => false,
      seesInputs: (result: ResultRow) => seesInputs(services, viewer, result),
      signal,
    }
    const { text, values } = viewer
      ? await readText(services, viewer, requester, row, source, given)
      : await storedText(services, requester, row.query, textLanguage(source.runner), given)
    // Without the automatic limit, because a query that joins the rows wants all of them.
    return {
      source,
      text: queries.textToRun(text, source.runner, false),
      bindsTexts: passesTexts(options.parameters),
      parameters: values,
    }
  } catch (error) {
    if (error instanceof AppError || error instanceof ExecutionRefused) throw failedLoading(id, shownMessage(error))
    throw error
  }
}

/** URL-encoded pairs as parameter values; the first one of duplicates counts. */
function valuesOf({ query }: QueryRow, pairs: string) {
  const address = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(pairs)) {
    const key = `${URL_PREFIX}${name}`
    if (!address.has(key)) address.set(key, value)
  }
  const sent = Object.fromEntries(address)
  // Undeclared names are kept, so that they are refused later.
  return { ...undeclaredUrlValues(sent), ...rawUrlValues(query.options.parameters ?? [], sent) }
}

export const failedLoading = (id: number, reason: string) =>
  new UnreadableQuery(i18n._('Failed loading results for query id {id}. {reason}', { id, reason }))

/** The reader may see the query, but not everything that its result was read from. */
export const resultRestricted = (id: number) =>
  new UnreadableQuery(
    i18n._('You do not have access to all data sources that the result of query id {id} was read from.', { id }),
    {
      status: 403,
    },
  )

const noAccess = (id: string) =>
  new UnreadableQuery(i18n._('You do not have access to query id {id}.', { id }), { status: 403 })

function references(text: string, dialect: string | null): QueryReference[] {
  try {
    return queryReferences(text, dialect)
  } catch (error) {
    if (error instanceof QueryReferenceError) throw new UnreadableQuery(error.message, { cause: error })
    throw error
  }
}

/** The ids of the queries that a text references literally, whatever values are filled in. */
const namesIn = (text: string, dialect: string | null) =>
  new Set(references(text.replace(/\{\{[^{}]*\}\}/g, ''), dialect).map(({ id }) => id))

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
