import { statfs } from 'node:fs/promises'
import type { Installation } from '@sightline/contract/status.ts'
import type { Context, Services } from '../../platform/context.ts'
import { storeOf } from '../../platform/files/open.ts'
import { VERSION } from '../../platform/version.ts'
import { wireTime } from '../../platform/wire-time.ts'
import * as store from './store.ts'

/** Versions, disk and memory of the process that answers. */
export async function describe({ db, config, now }: Context): Promise<Installation> {
  const [database, disk] = await Promise.all([store.databaseVersion(db), diskOf(config)])
  return {
    version: VERSION,
    node: process.versions.node,
    database: config.databaseUrl === null ? `PGlite (${database})` : database,
    started_at: wireTime(new Date(now().getTime() - Math.round(process.uptime() * 1000))),
    memory: process.memoryUsage.rss(),
    disk,
    results: storeOf(config),
  }
}

/** @returns null where the file system does not tell */
async function diskOf({ dataDir }: Pick<Services['config'], 'dataDir'>): Promise<Installation['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
