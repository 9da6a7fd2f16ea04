import type { Services } from '../../../platform/context.ts'
import * as store from '../store.ts'

const DAY_MS = 86_400_000
/** A file is stored before its row. A row that is still missing after this time will never come: storing gives up earlier. */
const ORPHAN_AGE_MS = 3_600_000
const FILES_PER_LOOKUP = 1_000
/** Limits how long one round occupies the database. */
const RESULTS_PER_ROUND = 100

/** Removes executions that ended before the retention time, and results of that age that no query shows. */
export async function cleanUp(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - services.config.resultRetention * DAY_MS)
  await store.removeEnded(services.db, before)
  for (const file of await store.removeUnused(services.db, before, RESULTS_PER_ROUND)) await services.files.remove(file)
}

/** Removes result files without a row: their process ended between storing the file and storing the row, or while storing it. */
export async function removeOrphans(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - ORPHAN_AGE_MS)
  const old = (await services.files.list('results', before)).map(({ name }) => name)
  for (let start = 0; start < old.length; start += FILES_PER_LOOKUP) {
    const some = old.slice(start, start + FILES_PER_LOOKUP)
    const known = await store.knownFiles(services.db, some)
    const orphans = some.filter((file) => !known.has(file))
    for (const file of orphans) await services.files.remove(file)
    if (orphans.length > 0) services.log.warn({ files: orphans }, 'Result files without a result were removed.')
  }
  await services.files.removeUnfinished?.(before)
}

/**
 * Deletes a stored result. Queries that showed it have no result until they run again.
 * @param services within a transaction; the caller removes the file after its commit
 * @returns the name of the file; null if there is no such result
 */
export const removeResult = ({ db }: Pick<Services, 'db'>, id: number): Promise<string | null> => store.removeOne(db, id)
