import { DATA_FILES, recordCopy } from '../features/transfer/backups.ts'
import { AnotherKeyError, type CheckedArchive, checkArchive, readArchive } from '../platform/backup/archive-reader.ts'
import { inhabitants } from '../platform/backup/empty-schema.ts'
import { loadInstallation } from '../platform/backup/load-installation.ts'
import type { Progress } from '../platform/backup/parts.ts'
import type { Config } from '../platform/config.ts'
import { keyCheck } from '../platform/crypto/key-check.ts'
import type { CopySession } from '../platform/db/copy-session.ts'
import { openUnmigrated } from '../platform/db/unmigrated.ts'
import { isDiskFull } from '../platform/files/disk-full.ts'
import { OPERATOR, type StandaloneCommand } from './command.ts'
import { contentsText, refuseRunning } from './copy-target.ts'
import { progressLines } from './progress.ts'

export const restore: StandaloneCommand = {
  name: 'restore',
  takes: ['<file>'],
  usesNewKey: true,
  options: { overwrite: { type: 'boolean' }, 'another-key': { type: 'boolean' } },
  help: [
    'Restores a backup, into the database and the folders that the settings name. Stop all processes of Sightline first.',
    'Put the secret key of the backup in its place before. If it is lost, --another-key restores everything except the secrets.',
    'An installation that is there already is only replaced with --overwrite: all that it contains is then lost.',
  ],
  async runAlone({ config, given: [file = ''], isSet, report }) {
    const archive = await check(file, config, isSet('another-key') ? null : config.secretKey, progressLines(report, 'Checked'))
    const database = await openUnmigrated(config)
    try {
      const files = await database.write(async (session) => {
        if (database.kind === 'postgres') await refuseRunning(session)
        await refuseInhabited(session, isSet('overwrite'))
        return loadInstallation(session, { config, dataFiles: DATA_FILES }, (sink) =>
          readArchive(archive, sink, progressLines(report, 'Restored')),
        )
      })
      await files.removeOthers()
      await recordCopy(database, OPERATOR, 'installation.restore')
    } catch (error) {
      throw isDiskFull(error) ? new Error('The disk is full, so nothing was restored.', { cause: error }) : error
    } finally {
      await database.close()
    }
    const { made_at, version, key_check } = archive.manifest
    const secrets =
      key_check !== keyCheck(config.secretKey)
        ? ' Its secrets cannot be read with this key: run forget-secrets before the start.'
        : ''
    return `Everything is as it was when version ${version} made the backup, at ${made_at}.${secrets} Now start Sightline.`
  },
}

async function check(file: string, config: Config, secretKey: string | null, onProgress: Progress): Promise<CheckedArchive> {
  try {
    return await checkArchive(file, secretKey, onProgress)
  } catch (error) {
    if (!(error instanceof AnotherKeyError)) throw error
    throw new Error(
      `The secrets in ${file} are encrypted with another secret key: put that key into ${config.secretKeyFile ?? 'SIGHTLINE_SECRET_KEY'} first. If it is lost, repeat this with --another-key.`,
      { cause: error },
    )
  }
}

async function refuseInhabited(session: CopySession, overwrites: boolean): Promise<void> {
  const found = await inhabitants(session)
  if (found === null || overwrites) return
  throw new Error(
    `There is an installation already, with ${contentsText(found)}: all of it would be lost. Repeat this with --overwrite to replace it.`,
  )
}
