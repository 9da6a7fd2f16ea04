import { JobStatus } from '@sightline/contract/executions.ts'
import type { DropdownOption, DropdownSearch } from '@sightline/contract/queries.ts'
import { dropdownColumns, MAX_DROPDOWN_ROWS } from '@sightline/domain/parameters/choices.ts'
import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOf, type QueryRow } from '../queries/service.ts'
import { awaitEnd } from './await-end.ts'
import { storedResult } from './present.ts'
import { addOrJoin, type NewRun, wakeWorkers } from './queue.ts'
import * as store from './store.ts'
import type { ResultRow } from './tables.ts'

/** Maximum age of a stored result that answers a dropdown depending on other values. No one refreshes such a result by hand. */
const MAX_AGE_MS = 60 * 60 * 1000
const WAIT_MS = 30_000

/** Which options are read: the first ones that match. Without conditions these are the first ones of all. */
export type OptionsAsk = Partial<DropdownSearch>

/** Options that a search returns at once. */
const MAX_FOUND = 200

/** The caller for whom options are read. */
interface OptionsReader {
  seesInputs(result: ResultRow): Promise<boolean>
  /** Aborts waiting for a run. */
  signal: AbortSignal
}

/** The rows of a query's latest result as options; null if it has none. @throws AppError `result_restricted` */
export async function latestOptions(
  services: Services,
  reader: OptionsReader,
  { query }: QueryRow,
  ask: OptionsAsk = {},
): Promise<DropdownOption[] | null> {
  const found =
    query.latest_query_data_id === null ? undefined : await store.findResult(services.db, query.latest_query_data_id)
  return found ? optionsIn(services, reader, found.result, ask) : null
}

/**
 * The rows of a query text as options, from a recent result or from a run that is awaited.
 * @throws AppError `dropdown_failed` with the message of the source; `dropdown_slow` if the run takes too long;
 * `result_restricted`
 */
export async function optionsOfRun(
  services: Services,
  run: NewRun & { dialect: string },
  reader: OptionsReader,
  ask: OptionsAsk = {},
): Promise<DropdownOption[]> {
  const stored = await store.resultsByHash(services.db, run.source.row.id, hashOf(run.text))
  const newest = stored.find((result) => isSameQueryText(result.query, run.text, run.dialect))
  const oldest = services.now().getTime() - MAX_AGE_MS
  if (newest && newest.retrieved_at.getTime() >= oldest) return optionsIn(services, reader, newest, ask)

  const { id, isNew } = await addOrJoin(services.db, run)
  // Subscribe before reading the state, so that an end between the two is not missed.
  const hasEnded = new AbortController()
  const ended = awaitEnd(services, id, WAIT_MS, AbortSignal.any([reader.signal, hasEnded.signal]))
  if (isNew) wakeWorkers(services)
  if (await store.isOver(services.db, id)) hasEnded.abort()
  const end = await ended
  if (end?.result) return optionsIn(services, reader, end.result, ask)
  if (end?.execution.status === JobStatus.failed) throw new AppError('dropdown_failed', { reason: end.execution.error })
  throw new AppError('dropdown_slow')
}

async function optionsIn(
  services: Services,
  reader: OptionsReader,
  row: ResultRow,
  { search = '', values }: OptionsAsk,
): Promise<DropdownOption[]> {
  if (!(await reader.seesInputs(row))) throw new AppError('result_restricted')
  const columns = dropdownColumns(row.columns)
  if (columns === null) return []
  const limit = search === '' ? MAX_DROPDOWN_ROWS : MAX_FOUND
  return services.results.pairs(storedResult(row), { ...columns, limit, search, values })
}
