import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CLOCK_LIMIT_MS } from '../clock.ts'
import { CLOCKS_DIFFER, isTransient, troubleOf } from './bucket/failure.ts'
import { isDiskFull } from './disk-full.ts'
import type { FileStore, StoredFile } from './store.ts'

/** A process that was killed may leave its file; the others remove it after these milliseconds. */
const LEFT_AFTER_MS = 3_600_000

/**
 * Stores, lists, reads and removes a small file in a store that depends on a service, so that wrong settings and missing rights show at
 * the start.
 * @param now the clock of this machine
 * @param onOutage gets one sentence if the service cannot be reached or is broken, or the disk of this machine is full: that may pass,
 *   and much works without results
 * @throws Error with a sentence about the trouble and one about what to do, if the store cannot be used with these settings or clocks
 */
export async function tryOut(files: FileStore, now: () => Date, onOutage: (reason: string) => void): Promise<void> {
  if (files.check === undefined) return
  const name = `checks/${randomUUID()}`
  let tempDir: string | null = null
  try {
    tempDir = await files.tempDir()
    const path = join(tempDir, 'file')
    await writeFile(path, name)
    await files.check()
    await files.put(name, path)
    await buffer(await files.stream(name))
    const checks = await files.list('checks')
    for (const check of checks) if (check.name === name || ageOf(check, now()) > LEFT_AFTER_MS) await files.remove(check.name)
    const own = checks.find((check) => check.name === name)
    // The client follows the clock of the server in its requests, so none of them fails. But unused files are removed an hour after they
    // were stored, and an upload takes up to 50 minutes.
    if (own !== undefined && Math.abs(ageOf(own, now())) > CLOCK_LIMIT_MS) throw clocksDiffer()
  } catch (cause) {
    if (isDiskFull(cause)) return onOutage('The disk of the server is full.')
    const trouble = troubleOf(cause)
    if (isTransient(cause)) return onOutage(trouble.text())
    const advice = trouble === CLOCKS_DIFFER ? 'Set them right.' : 'Check SIGHTLINE_RESULTS_URL and the access keys.'
    throw new Error(`${trouble.text()} ${advice}`, { cause })
  } finally {
    if (tempDir !== null) await rm(tempDir, { recursive: true, force: true })
  }
}

/** Milliseconds since a file was stored. */
const ageOf = ({ modified }: StoredFile, now: Date): number => now.getTime() - modified.getTime()

/** The error of servers that compare the clocks themselves. */
const clocksDiffer = (): Error => Object.assign(new Error(CLOCKS_DIFFER.text()), { code: 'RequestTimeTooSkewed' })
