import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beginBackup } from '../features/transfer/backups.ts'
import { writeBackupFile } from '../platform/backup/backup-file.ts'
import { requestBackup, type ServedBackup } from '../platform/backup/socket.ts'
import type { Config } from '../platform/config.ts'
import { openUnmigrated } from '../platform/db/unmigrated.ts'
import { OPERATOR, type StandaloneCommand } from './command.ts'
import { keyPlace, mustHaveEmbedded, mustHaveKey } from './data-directory.ts'
import { progressLines, sizeText } from './progress.ts'

export const backup: StandaloneCommand = {
  name: 'backup',
  takes: ['<file>'],
  options: {},
  help: [
    'Writes everything that Sightline stores into a new file: the database, results and uploads. Servers may keep running.',
    'The secret key is not part of it: keep the key in another place.',
  ],
  async runAlone({ config, given: [file = ''], report }) {
    let close = async () => {}
    const begin = async () => {
      const opened = await openBackup(config)
      close = opened.close
      return opened
    }
    try {
      await writeBackupFile(file, begin, progressLines(report, 'Backed up'))
    } catch (error) {
      throw isCutOff(error)
        ? new Error('The server stopped before the backup was complete: see its log.', { cause: error })
        : error
    } finally {
      await close()
    }
    const path = resolve(file)
    const { size } = await stat(path)
    return `The backup is in ${path} (${sizeText(size)}). It does not contain the secret key, without which its passwords of data sources cannot be read. Keep the key apart from it: ${keyPlace(config)}.`
  },
}

interface OpenBackup extends ServedBackup {
  /** Waits for the end of the copy. */
  close(): Promise<void>
}

/** Begins a backup by the server that has the embedded database open, or else from the database itself. */
async function openBackup(config: Config): Promise<OpenBackup> {
  if (config.databaseUrl === null) {
    const served = await requestBackup(config.dataDir)
    if (served !== null) return { ...served, close: async () => void served.content.destroy() }
    mustHaveEmbedded(config)
  }
  mustHaveKey(config)
  const database = await openUnmigrated(config)
  try {
    const { content, manifest, ended } = await beginBackup(config, database, OPERATOR)
    const close = () => ended.finally(() => database.close())
    return { content, bytes: manifest.bytes, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Whether the server has gone before it was done. */
const isCutOff = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
