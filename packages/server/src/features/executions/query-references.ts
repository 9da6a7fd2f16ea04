import { createHash } from 'node:crypto'
import { ADDRESS_PREFIX, addressValues, undeclaredValues } from '@sightline/domain/parameters/address.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { splitDialect, textLanguage } from '@sightline/domain/query-dialect.ts'
import {
  type QueryReference,
  QueryReferenceError,
  queryReferences,
  tableOf,
} from '@sightline/domain/sql-text/query-references.ts'
import type { Services, UserViewer } from '../../platform/context.ts'
import { AppError, ExecutionRefused } from '../../platform/http/errors.ts'
import { QueryError } from '../../runners/runner.ts'
import * as dataSources from '../data-sources/service.ts'
import type { QueryRow } from '../queries/parameters.ts'
import { recordOf } from '../queries/present.ts'
import { textToRun } from '../queries/run-text.ts'
import * as queries from '../queries/service.ts'
import { readText, storedText } from './parameters.ts'
import type { Reader } from './query-reader.ts'
import { seesInputs } from './results/access.ts'
import { findResult, type ResultRow } from './store.ts'

/** A query that a text reads and its reader may read. */
export interface Reading {
  reference: QueryReference
  /** The name of its table in SQL. */
  table: string
  row: QueryRow
  /** What is to be run first; null when the latest result is wanted. */
  run: { source: dataSources.RunnableSource; text: string } | null
  /** The latest result where that is wanted; null when there is none. */
  latest: ResultRow | null
}

/** Queries that one run may read, those that are read by others of them included. */
const MOST_QUERIES = 100
const MOST_LEVELS = 10
/** Ids are 32-bit integers. */
const MAX_ID = 2 ** 31 - 1

/** A text cannot read a query that it names; the message says why. */
export class Unreadable extends QueryError {
  /** Of the answer to whoever wants to run it. */
  readonly status: 400 | 403
  constructor(message: string, options: { status?: 400 | 403; cause?: unknown; position?: number } = {}) {
    super(message, options)
    this.status = options.status ?? 400
  }

  /** The same, with the place of the name in the text. */
  at({ start }: QueryReference): Unreadable {
    return new Unreadable(this.message, { status: this.status, cause: this.cause, position: start + 1 })
  }
}

/** A text that reads queries. */
export interface ReadingText {
  text: string
  /** The query it belongs to; null for text that is not saved. */
  query_id: number | null
}

/** How far the look into the queries of queries has come. */
interface Look {
  services: Services
  reader: Reader
  signal: AbortSignal
  /** Queries that may still be added. */
  queriesLeft: number
}

/**
 * The queries that a text reads, one for each appearance, when its reader may read them all: those read by queries that are run
 * for it too.
 * @throws Unreadable in one sentence: no such query, no access, a circle, too many; with the place of the name in the text
 */
export async function readingsOf(
  services: Services,
  reader: Reader,
  { text, query_id }: ReadingText,
  signal: AbortSignal,
): Promise<Reading[]> {
  const saved = query_id === null ? undefined : await queries.find(services, query_id)
  const look: Look = { services, reader, signal, queriesLeft: MOST_QUERIES }
  return lookInto(look, text, saved?.query.query ?? '', query_id === null ? [] : [query_id])
}

/**
 * @param run the text of a run, which names its dialect
 * @param saved the text before values were filled in
 * @param path the queries that lead here, the outermost first
 */
async function lookInto(look: Look, run: string, saved: string, path: readonly number[]): Promise<Reading[]> {
  const { dialect, text } = splitDialect(run)
  const named = look.reader.isByKey ? namesIn(saved, dialect) : null
  const readings = new Map<string, Reading>()
  const all: Reading[] = []
  for (const reference of references(text, dialect)) {
    const table = tableOf(reference, md5)
    try {
      if (named?.has(reference.id) === false) throw noAccess(reference.id)
      const known = readings.get(table)
      const reading = known ? { ...known, reference } : await read(look, reference, table, path)
      readings.set(table, reading)
      all.push(reading)
    } catch (error) {
      throw error instanceof Unreadable ? error.at(reference) : error
    }
  }
  return all
}

async function read(look: Look, reference: QueryReference, table: string, path: readonly number[]): Promise<Reading> {
  look.queriesLeft--
  if (look.queriesLeft < 0) throw new Unreadable(`This would read more than ${MOST_QUERIES} queries.`)
  const id = Number(reference.id)
  const row = id <= MAX_ID ? await queries.find(look.services, id) : undefined
  if (!row) throw new Unreadable(`Query id ${reference.id} not found.`)
  const { viewer } = look.reader
  const action = reference.kind === 'cached_query' ? 'query.view' : 'query.run'
  if (!viewer || !can(viewer, action, recordOf(row))) throw noAccess(reference.id)
  if (reference.kind === 'cached_query')
    return { reference, table, row, run: null, latest: await latestOf(look.services, viewer, row) }

  if (path.includes(id)) throw new Unreadable(`Query ${id} reads itself: ${[...path.slice(path.indexOf(id)), id].join(' → ')}.`)
  if (path.length >= MOST_LEVELS) throw new Unreadable(`Queries may read queries on ${MOST_LEVELS} levels, and no more.`)
  const run = await runOf(look, row, reference)
  if (run.source.runner.readsQueries) await lookInto(look, run.text, row.query.query, [...path, id])
  return { reference, table, row, run, latest: null }
}

/** The latest result of a query, if its reader may see it. */
async function latestOf({ db }: Services, viewer: UserViewer, { query }: QueryRow): Promise<ResultRow | null> {
  const found = query.latest_query_data_id === null ? undefined : await findResult(db, query.latest_query_data_id)
  if (found && !can(viewer, 'result.view', found)) throw restricted(query.id)
  return found?.result ?? null
}

async function runOf(look: Look, row: QueryRow, { kind, pairs }: QueryReference): Promise<NonNullable<Reading['run']>> {
  const { services, signal } = look
  const { data_source_id, id, options } = row.query
  const source = data_source_id === null ? null : await dataSources.findRunnable(services, data_source_id, options.dialect)
  if (!source) throw failedLoading(id, 'Target data source not available.')
  if (source.row.paused) throw failedLoading(id, `${source.row.name} is paused. Please try later.`)
  const given = kind === 'param_query' ? valuesOf(row, pairs) : {}
  try {
    // A dropdown that depends on other values would have to be run first, and could wait for the very slot of this run.
    const { viewer } = look.reader
    const asker = {
      userId: viewer?.id ?? null,
      key: null,
      mayRun: () => false,
      seesInputs: (result: ResultRow) => seesInputs(services, viewer, result),
      signal,
    }
    const text = viewer
      ? await readText(services, viewer, asker, row, source, given)
      : await storedText(services, asker, row.query, textLanguage(source.runner), given)
    // Without the automatic limit, which is for looking at rows: whoever joins wants all of them.
    return { source, text: textToRun(text, source.runner, false) }
  } catch (error) {
    if (error instanceof AppError || error instanceof ExecutionRefused) throw failedLoading(id, error.message)
    throw error
  }
}

/** URL-encoded pairs as values; of a name that is there twice, the first. */
function valuesOf({ query }: QueryRow, pairs: string) {
  const address = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(pairs)) {
    const key = `${ADDRESS_PREFIX}${name}`
    if (!address.has(key)) address.set(key, value)
  }
  const sent = Object.fromEntries(address)
  // Names without a definition go along, to be refused.
  return { ...undeclaredValues(sent), ...addressValues(query.options.parameters ?? [], sent) }
}

export const failedLoading = (id: number, reason: string) =>
  new Unreadable(`Failed loading results for query id ${id}. ${reason}`)

/** The reader may see the query, but not all that its result was read from. */
export const restricted = (id: number) =>
  new Unreadable(`You do not have access to all data sources that the result of query id ${id} was read from.`, { status: 403 })

const noAccess = (id: string) => new Unreadable(`You do not have access to query id ${id}.`, { status: 403 })

function references(text: string, dialect: string | null): QueryReference[] {
  try {
    return queryReferences(text, dialect)
  } catch (error) {
    if (error instanceof QueryReferenceError) throw new Unreadable(error.message, { cause: error })
    throw error
  }
}

/** The ids that stand in a text by themselves, whatever is filled in. */
const namesIn = (text: string, dialect: string | null) =>
  new Set(references(text.replace(/\{\{[^{}]*\}\}/g, ''), dialect).map(({ id }) => id))

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
