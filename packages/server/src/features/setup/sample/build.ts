import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MAKER = fileURLToPath(new URL('./make-database.ts', import.meta.url))

/**
 * Makes the DuckDB database of the sample data, in a process of its own: three million flights would keep the server's memory.
 * The file appears whole or not at all.
 */
export async function buildSampleDatabase(targetPath: string): Promise<void> {
  const unfinished = `${targetPath}.${process.pid}.new`
  try {
    await promisify(execFile)(process.execPath, [MAKER, unfinished], { env: { PATH: process.env.PATH } })
    await rename(unfinished, targetPath)
  } finally {
    await rm(unfinished, { force: true })
    await rm(`${unfinished}.wal`, { force: true })
  }
}
