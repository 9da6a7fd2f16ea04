import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { AppError } from '../http/errors.ts'
import { filesDirectory } from './directory.ts'

const MEGABYTE = 1024 * 1024

/**
 * Refuses work that may write much before the disk is full, to leave room for everything else, above all for the database.
 * @throws AppError `disk_almost_full` if a disk that Sightline writes to has less free space than configured
 */
export async function mustHaveFreeSpace(config: Pick<Config, 'dataDir' | 'resultsUrl' | 'minFreeSpace'>): Promise<void> {
  const free = Math.min(...(await Promise.all([config.dataDir, filesDirectory(config)].map(freeSpace))))
  if (free < config.minFreeSpace) throw new AppError('disk_almost_full', { megabytes: Math.floor(free / MEGABYTE) })
}

/** Bytes that this process may still write to the disk of a folder; infinite if that is not known. */
async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // Not every file system reports this, and a separate folder of results is created with the first result.
    return Number.POSITIVE_INFINITY
  }
}
