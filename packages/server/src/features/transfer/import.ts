import type { ImportReport } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, record } from '../audit/service.ts'
import { readTransferFile } from './file.ts'
import * as store from './import.store.ts'
import { importAlerts, importSubscriptions } from './import-alerts.ts'
import { importDestinations, importSources } from './import-connections.ts'
import { importDashboards } from './import-dashboards.ts'
import { importGroups, importUsers } from './import-people.ts'
import { importQueries, importSnippets } from './import-queries.ts'
import { type ImportRun, noCounts } from './import-state.ts'

/** Notes in a report; further ones are only counted. */
const MAX_NOTES = 200

/** The actor of an import. */
export interface Importer {
  actor: Actor
  origin: Parameters<typeof record>[1]['origin']
  /** Owner of items whose owner does not exist here. */
  ownerId: number
}

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('A dry run changes nothing.')
    this.report = report
  }
}

/**
 * Imports a file in one transaction. A dry run does the same and rolls it back, so its report is exact.
 * @param text an export, or responses of this API
 * @throws AppError `invalid_input` if it is neither
 */
export async function importText(
  services: Pick<Services, 'db' | 'config' | 'now'>,
  importer: Importer,
  text: string,
  isDryRun: boolean,
): Promise<ImportReport> {
  const { items: things, notes } = readTransferFile(text)
  try {
    return await services.db.transaction(async (db) => {
      const run: ImportRun = {
        db,
        services,
        fallbackOwnerId: importer.ownerId,
        groups: new Map(),
        users: new Map(),
        usersByEmail: await store.usersByEmail(db),
        sources: new Map(),
        destinations: new Map(),
        queries: new Map(),
        dashboards: new Map(),
        visualizations: new Map(),
        made: noCounts(),
        kept: noCounts(),
        notes,
      }
      await importGroups(run, things.groups)
      await importUsers(run, things.users)
      await importSources(run, things.data_sources)
      await importDestinations(run, things.destinations)
      await importQueries(run, things.queries)
      await importDashboards(run, things.dashboards)
      await importAlerts(run, things.alerts)
      await importSubscriptions(run, things.subscriptions)
      await importSnippets(run, things.query_snippets)
      const report = { is_dry_run: isDryRun, made: run.made, kept: run.kept, notes: shortened(run.notes) }
      if (isDryRun) throw new DryRun(report)
      const { actor, origin } = importer
      await record({ ...services, db }, { actor, origin, action: 'installation.import', details: { ...run.made } })
      return report
    })
  } catch (error) {
    if (error instanceof DryRun) return error.report
    throw error
  }
}

function shortened(notes: string[]): string[] {
  if (notes.length <= MAX_NOTES) return notes
  return [...notes.slice(0, MAX_NOTES - 1), `${notes.length - MAX_NOTES + 1} more notes like these.`]
}
