import { join } from 'node:path'
import { copySource, DATA_FILES, recordCopy } from '../features/transfer/backups.ts'
import { copyInstallation } from '../platform/backup/copy-installation.ts'
import { inhabitants } from '../platform/backup/empty-schema.ts'
import { loadInstallation } from '../platform/backup/load-installation.ts'
import type { PartSink, Progress } from '../platform/backup/parts.ts'
import type { Config } from '../platform/config.ts'
import type { CopySession } from '../platform/db/copy-session.ts'
import { openUnmigrated, type UnmigratedDatabase } from '../platform/db/unmigrated.ts'
import { filesDirectory } from '../platform/files/directory.ts'
import { storeOf } from '../platform/files/open.ts'
import { OPERATOR, type StandaloneCommand } from './command.ts'
import { contentsText, refuseRunning } from './copy-target.ts'
import { mustHaveEmbedded, mustHaveKey } from './data-directory.ts'
import { progressLines } from './progress.ts'

export const moveTo: StandaloneCommand = {
  name: 'move-to',
  takes: ['<postgres-url>'],
  options: {},
  help: [
    'Copies everything from the embedded database into an empty PostgreSQL database, with results and uploads unless',
    'SIGHTLINE_RESULTS_URL keeps them in a folder. Stop the server first. The old database stays as it is.',
    'The password of the database may come in PGPASSWORD instead of the URL, which other users of the machine can see.',
  ],
  async runAlone({ config, given: [url = ''], report }) {
    mustBeMovable(config, url)
    const target = { ...config, databaseUrl: url }
    const from = await openUnmigrated(config)
    try {
      const to = await openUnmigrated(target)
      try {
        await to.write((session) => move(session, { config, from, target, onProgress: progressLines(report, 'Copied') }))
        await recordCopy(to, OPERATOR, 'installation.move')
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
    return settingsAfter(config, target)
  },
}

function mustBeMovable(config: Config, url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error('Give the URL of a PostgreSQL database, such as postgres://user@host:5432/sightline.')
  }
  if (config.databaseUrl !== null) {
    throw new Error(
      'SIGHTLINE_DATABASE_URL is set, so this installation is not in the embedded database: use backup and restore.',
    )
  }
  mustHaveEmbedded(config)
  mustHaveKey(config)
}

interface Move {
  config: Config
  from: UnmigratedDatabase
  target: Config
  onProgress: Progress
}

async function move(session: CopySession, { config, from, target, onProgress }: Move): Promise<void> {
  await refuseRunning(session)
  const found = await inhabitants(session)
  if (found !== null) {
    throw new Error(`There is an installation in that database already, with ${contentsText(found)}: choose an empty database.`)
  }
  await loadInstallation(session, { config: target, dataFiles: DATA_FILES }, async (sink) => {
    await copyInstallation(copySource(config, from), moving(sink, target, onProgress))
  })
}

/** The data directory stays in use, so only stored files that are in the database from now on are copied. */
function moving(sink: PartSink, target: Config, onProgress: Progress): PartSink {
  let copied = 0
  let all = 0
  return {
    begin(manifest) {
      all = manifest.bytes
      return sink.begin(manifest)
    },
    async table(part) {
      await sink.table(part)
      copied += part.bytes.length
      onProgress(copied, all)
    },
    async file(part) {
      if (part.place === 'files' && storeOf(target) === 'database') await sink.file(part)
      copied += part.size
      onProgress(copied, all)
    },
  }
}

/** The settings with which the operator starts Sightline now. */
function settingsAfter(config: Config, target: Config): string {
  const isCopied = storeOf(target) === 'database'
  const database = join(config.dataDir, 'db')
  const left = isCopied ? `${database} and ${filesDirectory(config)} still have` : `${database} still has`
  return [
    `Everything is in the PostgreSQL database now${isCopied ? ', with results and uploads' : ''}. Start Sightline with these settings:`,
    `  SIGHTLINE_DATABASE_URL=${withoutPassword(target.databaseUrl ?? '')}`,
    `  SIGHTLINE_DATA_DIR=${config.dataDir}`,
    ...(config.secretKeyFile === null
      ? ['  SIGHTLINE_SECRET_KEY with the same key as before']
      : [`  SIGHTLINE_SECRET_KEY with the key in ${config.secretKeyFile}, if there will be several processes`]),
    `${left} everything as it was before. You can delete ${isCopied ? 'them' : 'it'} when the new installation works.`,
  ].join('\n')
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '***'
  return shown.href
}
