import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { perProcess } from '../../platform/process-memory.ts'
import { isRelease } from '../../platform/release.ts'

const MAKER = fileURLToPath(new URL('../setup/sample/make-database.ts', import.meta.url))

/** The finished database, which a release has. */
const FINISHED = fileURLToPath(new URL('../setup/sample/sample.duckdb', import.meta.url))

const building = perProcess((): { current: Promise<void> | null } => ({ current: null }))

/**
 * Makes the database of the sample data unless it is there. Each machine needs a file of its own, and the data in it never changes.
 * @param path where it belongs
 */
export async function ensureSampleFile(services: { memory: object }, path: string): Promise<void> {
  if (existsSync(path)) return
  const state = building(services)
  state.current ??= buildSampleDatabase(path).finally(() => {
    state.current = null
  })
  await state.current
}

/**
 * Copies the sample's DuckDB database from the release. In the repository it is built in a child process, whose memory is freed
 * afterwards. The file appears only when it is complete.
 */
export async function buildSampleDatabase(targetPath: string): Promise<void> {
  const unfinished = `${targetPath}.${process.pid}.new`
  try {
    if (isRelease) {
      await copyFile(FINISHED, unfinished)
      // A release may be installed read-only.
      await chmod(unfinished, 0o600)
    } else await promisify(execFile)(process.execPath, [MAKER, unfinished], { env: { PATH: process.env.PATH } })
    await rename(unfinished, targetPath)
  } finally {
    await rm(unfinished, { force: true })
    await rm(`${unfinished}.wal`, { force: true })
  }
}
