import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import { withTables } from '@sightline/domain/sql-text/query-references.ts'
import type { Services, UserViewer } from '../../../platform/context.ts'
import type { InputTable } from '../../../runners/runner.ts'
import type { End } from '../await-end.ts'
import {
  failedLoading,
  type ReferencedQuery,
  resolveReferences,
  resultRestricted,
  UnreadableQuery,
} from '../query-references.ts'
import type { ClaimedRow } from '../queue.store.ts'
import { addOrJoin } from '../queue.ts'
import { intactOrNull, readerOf, seesInputs, sourceIdsOf } from '../results/service.ts'
import type { ResultRow } from '../tables.ts'

/** Runs an execution within another one, as `runInline` does. */
export type RunInner = (services: Services, id: string, signal: AbortSignal) => Promise<End | undefined>

interface InputContext {
  /** Folder of the run, on the same disk as the file store if that is local. */
  tempDir: string
  signal: AbortSignal
  runInner: RunInner
}

/** A text that reads queries, ready to be run. */
export interface PreparedText {
  /** The text without its dialect, and with table names in place of the queries. */
  text: string
  inputs: InputTable[]
  /** The other data sources that the inputs were read from; null if that is unknown for one of them. */
  inputSourceIds: number[] | null
  /** Maps a 1-based character of this text to one of the text as the user wrote it. */
  originalPosition(position: number): number
  /** Milliseconds that it took to get the inputs. */
  duration: number
}

/**
 * Gets the results of the queries that the text of an execution reads: runs `query_…` references one after the other in the
 * slot of this execution, and takes the latest results of `cached_query_…` references.
 * @throws UnreadableQuery for a query that may not be read, has no result or fails; the reason of the signal when it aborts
 */
export async function prepareText(services: Services, execution: ClaimedRow, context: InputContext): Promise<PreparedText> {
  const started = performance.now()
  const reader = await readerOf(services, execution)
  const written = { text: execution.query, query_id: execution.query_id }
  const references = await resolveReferences(services, reader, written, context.signal)
  const inputs = new Map<string, Input>()
  for (const referenced of references) {
    if (inputs.has(referenced.table)) continue
    // With a key the query runs on behalf of its owner, who therefore also needs access to what the inner queries read.
    inputs.set(referenced.table, await inputOf(services, referenced, reader.viewer, context))
  }
  const places = references.map(({ reference: { start, end }, table }) => ({ start, end, table }))
  const all = [...inputs.values()]
  const { text, placeIn } = withTables(splitDialect(execution.query).text, places)
  return {
    text,
    originalPosition: placeIn,
    inputs: all.map(({ table }) => table),
    inputSourceIds: otherSources(execution.data_source_id, all),
    duration: performance.now() - started,
  }
}

interface Input {
  table: InputTable
  /** The data sources that its rows were read from; null if unknown. */
  sourceIds: number[] | null
}

function otherSources(ownId: number, inputs: readonly Input[]): number[] | null {
  const ids = new Set<number>()
  for (const { sourceIds } of inputs) {
    if (sourceIds === null) return null
    for (const id of sourceIds) ids.add(id)
  }
  ids.delete(ownId)
  return [...ids].sort((one, other) => one - other)
}

async function inputOf(
  services: Services,
  referenced: ReferencedQuery,
  viewer: UserViewer | null,
  context: InputContext,
): Promise<Input> {
  const { reference, table: name } = referenced
  try {
    const result = await resultOf(services, referenced, viewer, context)
    const { file, columns, truncated } = result
    const stored = await services.files.open(file)
    const path = await hardLink(stored, join(context.tempDir, `${name}.parquet`))
    return { table: { name, path, columns, truncated }, sourceIds: sourceIdsOf(result) }
  } catch (error) {
    throw error instanceof UnreadableQuery ? error.at(reference) : error
  }
}

async function resultOf(
  services: Services,
  { row, run, latest }: ReferencedQuery,
  viewer: UserViewer | null,
  context: InputContext,
): Promise<ResultRow> {
  const { id } = row.query
  if (run === null) {
    const result = latest && (await intactOrNull(services, latest))
    if (!result) throw new UnreadableQuery(i18n._('No cached result available for query {id}.', { id }))
    return result
  }
  // No worker is woken, because this one runs it at once.
  const userId = viewer?.id ?? null
  const inner = await addOrJoin(services.db, { ...run, queryId: id, userId, scheduled: false, key: null })
  const end = await context.runInner(services, inner.id, context.signal)
  if (!end?.result) throw failedLoading(id, end?.execution.error ?? i18n._('The run is unknown or has expired.'))
  // The joined run may have been started by someone else, when the query still read something else.
  if (!(await seesInputs(services, viewer, end.result))) throw resultRestricted(id)
  return end.result
}

/**
 * Links a stored file under a second name, so that it lasts as long as the run even if the result is deleted meanwhile. Returns
 * the original path if the two folders are on different disks.
 */
async function hardLink(path: string, name: string): Promise<string> {
  try {
    await link(path, name)
    return name
  } catch {
    return path
  }
}
