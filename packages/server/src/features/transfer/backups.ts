import type { AuditAction } from '@sightline/contract/audit.ts'
import { type ArchiveStream, openArchiveStream } from '../../platform/backup/archive-stream.ts'
import type { CopySource } from '../../platform/backup/copy-installation.ts'
import { newestSchema } from '../../platform/db/schema-history.ts'
import type { UnmigratedDatabase } from '../../platform/db/unmigrated.ts'
import * as audit from '../audit/service.ts'
import * as dataSources from '../data-sources/service.ts'

/** Files of the data directory that belong to an installation, besides its database and stored files. */
export const DATA_FILES: readonly string[] = [dataSources.SAMPLE_DATABASE]

const now = () => new Date()

/** An installation as a source of copies. */
export const copySource = (config: CopySource['config'], database: CopySource['database']): CopySource => ({
  config,
  database,
  dataFiles: DATA_FILES,
  now,
})

/** Begins a backup and, when it is complete, records it in the audit log. @returns once its snapshot is taken */
export async function beginBackup(
  config: CopySource['config'],
  database: Pick<UnmigratedDatabase, 'kind' | 'read' | 'db'>,
  actor: audit.Actor,
): Promise<ArchiveStream> {
  const backup = await openArchiveStream(copySource(config, database))
  const recorded = backup.ended.then(async () => {
    // The log of an earlier version may have other columns.
    const isCurrent = backup.manifest.schema === newestSchema()
    if (isCurrent && backup.content.errored === null) await recordCopy(database, actor, 'installation.backup')
  })
  // Its caller looks at it after the content.
  recorded.catch(() => {})
  return { ...backup, ended: recorded }
}

/** Records a copy of everything in the audit log. */
export const recordCopy = ({ db }: Pick<UnmigratedDatabase, 'db'>, actor: audit.Actor, action: AuditAction): Promise<void> =>
  audit.record({ db, now }, { actor, origin: null, action })
