import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import { withTables } from '@sightline/domain/sql-text/query-references.ts'
import type { Services, UserViewer } from '../../../platform/context.ts'
import type { InputTable } from '../../../runners/runner.ts'
import { readerOf } from '../query-reader.ts'
import { failedLoading, type Reading, readingsOf, restricted, Unreadable } from '../query-references.ts'
import type { ClaimedRow } from '../queue.store.ts'
import { addOrJoin } from '../queue.ts'
import type { End } from '../recent-ends.ts'
import { seesInputs, sourceIdsOf } from '../results/access.ts'
import { ifIntact } from '../results/integrity.ts'
import type { ResultRow } from '../store.ts'

/** What a run needs besides its execution. */
interface Place {
  /** A folder of the run, on the disk of the file store where there is one. */
  tempDir: string
  signal: AbortSignal
  /** Runs an execution inside of this one, as `runInline` does. */
  runInner(services: Services, id: string, signal: AbortSignal): Promise<End | undefined>
}

/** A text that reads queries, ready to be run. */
export interface ReadyText {
  /** Without the dialect, and with the names of tables in place of the queries. */
  text: string
  inputs: InputTable[]
  /** The other data sources that the results were read from; null where that is not known of one of them. */
  inputSourceIds: number[] | null
  /** Turns a 1-based character of this text into one of the text as it was written. */
  placeIn(position: number): number
  /** Milliseconds that the results took. */
  duration: number
}

/**
 * Gets the results of the queries that an execution's text reads: runs those that are to be run, one after the other in the slot
 * of this execution, and takes the latest result of the others.
 * @throws Unreadable for what may not be read, has no result or fails; the reason of the signal when it aborts
 */
export async function readyText(services: Services, execution: ClaimedRow, place: Place): Promise<ReadyText> {
  const started = performance.now()
  const reader = await readerOf(services, execution)
  const readings = await readingsOf(services, reader, { text: execution.query, query_id: execution.query_id }, place.signal)
  const inputs = new Map<string, Input>()
  for (const reading of readings) {
    if (inputs.has(reading.table)) continue
    // With a key it runs on behalf of the owner, who is then also the one to ask for what the inner ones read.
    inputs.set(reading.table, await inputOf(services, reading, reader.viewer, place))
  }
  const places = readings.map(({ reference: { start, end }, table }) => ({ start, end, table }))
  const all = [...inputs.values()]
  return {
    ...withTables(splitDialect(execution.query).text, places),
    inputs: all.map(({ table }) => table),
    inputSourceIds: otherSources(execution.data_source_id, all),
    duration: performance.now() - started,
  }
}

interface Input {
  table: InputTable
  /** The data sources that its rows were read from; null where that is not known. */
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

async function inputOf(services: Services, reading: Reading, viewer: UserViewer | null, place: Place): Promise<Input> {
  const { reference, table: name } = reading
  try {
    const result = await resultOf(services, reading, viewer, place)
    const { file, columns, truncated } = result
    const stored = await services.files.open(file)
    const path = await kept(stored, join(place.tempDir, `${name}.parquet`))
    return { table: { name, path, columns, truncated }, sourceIds: sourceIdsOf(result) }
  } catch (error) {
    throw error instanceof Unreadable ? error.at(reference) : error
  }
}

async function resultOf(
  services: Services,
  { row, run, latest }: Reading,
  viewer: UserViewer | null,
  place: Place,
): Promise<ResultRow> {
  const { id } = row.query
  if (run === null) {
    const result = latest && (await ifIntact(services, latest))
    if (!result) throw new Unreadable(`No cached result available for query ${id}.`)
    return result
  }
  // Not said to other workers: this one takes it at once.
  const userId = viewer?.id ?? null
  const inner = await addOrJoin(services.db, { ...run, queryId: id, userId, scheduled: false, key: null })
  const end = await place.runInner(services, inner.id, place.signal)
  if (!end?.result) throw failedLoading(id, end?.execution.error ?? 'The run is unknown or has expired.')
  // The run may be one that somebody else began, when the query read something else.
  if (!(await seesInputs(services, viewer, end.result))) throw restricted(id)
  return end.result
}

/**
 * A second name for a stored file, so that it stays for as long as the run, whatever becomes of the result meanwhile. Where the two
 * folders are on different disks, the file itself has to do.
 */
async function kept(path: string, name: string): Promise<string> {
  try {
    await link(path, name)
    return name
  } catch {
    return path
  }
}
