import type { Services } from '../../platform/context.ts'
import { runners } from '../../runners/registry.ts'
import { LOAD_LIMIT_MS, readSchema } from './schema.ts'
import { claimDue } from './schema-rounds.store.ts'

const DAY_MS = 86_400_000
/** Longer than reading may take: whoever began before has been lost. */
const GIVEN_UP_MS = LOAD_LIMIT_MS + 60_000

/** The types whose tables can be read from the source itself. */
const typesWithSchema = () =>
  [...runners.values()].flatMap(({ type, getSchema, readsQueries }) => (getSchema && !readsQueries ? [type] : []))

/**
 * Reads the tables of all sources that were not read for a day, one after the other, in the whole installation: editors then find
 * them fresh, and no database is asked by many at once. A failure stays with its source.
 */
export async function refreshDue(services: Services): Promise<void> {
  for (;;) {
    const now = services.now()
    const ago = (time: number) => new Date(now.getTime() - time)
    const due = await claimDue(services.db, { types: typesWithSchema(), before: ago(DAY_MS), begun: ago(GIVEN_UP_MS), now })
    if (due === null) return
    // What went wrong is told on the page of the source.
    await readSchema(services, due).catch(() => null)
  }
}
