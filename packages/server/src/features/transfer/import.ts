import type { ImportReport } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, record } from '../audit/service.ts'
import { readTransferFile } from './file.ts'
import * as store from './import.store.ts'
import { importAlerts } from './import-alerts.ts'
import { importDashboards, importSnippets } from './import-boards.ts'
import { importDestinations, importSources } from './import-connections.ts'
import { importGroups, importUsers } from './import-people.ts'
import { importQueries } from './import-queries.ts'
import { type Importing, noCounts } from './import-state.ts'
import { importSubscriptions } from './import-subscriptions.ts'

/** Sentences of a report: more of them are only counted. */
const MOST_NOTES = 200

/** Who imports. */
export interface Importer {
  actor: Actor
  origin: Parameters<typeof record>[1]['origin']
  /** Whose things are that belong to nobody here. */
  ownerId: number
}

/** Takes back what a dry run has made. */
class DryRun extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('A dry run changes nothing.')
    this.report = report
  }
}

/**
 * Makes what a file holds, in one transaction. A dry run does the same and then takes all of it back: so it tells exactly what
 * would be made.
 * @param text the file: an export, or what a client has read from this API
 * @throws AppError `invalid_input` when it is none
 */
export async function importText(
  services: Pick<Services, 'db' | 'config' | 'now'>,
  importer: Importer,
  text: string,
  isDryRun: boolean,
): Promise<ImportReport> {
  const { things, notes } = readTransferFile(text)
  try {
    return await services.db.transaction(async (db) => {
      const run: Importing = {
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
  if (notes.length <= MOST_NOTES) return notes
  return [...notes.slice(0, MOST_NOTES - 1), `There are ${notes.length - MOST_NOTES + 1} more of such notes.`]
}
