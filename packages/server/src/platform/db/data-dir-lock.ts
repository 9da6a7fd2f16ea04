import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, type Owner, ownerHere, readStamp, removeStamp, writeStamp } from './lock-stamp.ts'

/** How often the owner renews its stamp, milliseconds. */
const BEAT_MS = 2_000
/** How long a stamp must stand still before its owner counts as gone: two beats and some. */
const WATCH_MS = 5_000

export interface LockOptions {
  /** Milliseconds. */
  watch?: number
  /** Takes the lock of the operating system; for tests, which have no file system without locks. */
  lockFile?: typeof lockWithSystem
}

/**
 * Claims a data directory for this process, as the embedded database must never be opened twice. Two things say whose it is: a
 * lock of the operating system, which ends with its process and holds across containers on one machine, and a stamp that the owner
 * renews, which holds where there are no such locks or the owner is on another machine.
 * @param path the file of the stamp; the locked file lies beside it
 * @returns a function that gives the directory back
 * @throws Error with one sentence when another process has it
 */
export async function lockDataDir(
  path: string,
  { watch = WATCH_MS, lockFile = lockWithSystem }: LockOptions = {},
): Promise<() => void> {
  const system = lockFile(`${path}.held`)
  if (system === 'taken') throw inUse(readStamp(path))
  const us = ownerHere()
  try {
    const former = readStamp(path)
    if (former && (await isStillThere(path, former, { us, watch, isLocked: system !== 'unsupported' }))) throw inUse(former)
  } catch (error) {
    if (system !== 'unsupported') system.unlock()
    throw error
  }
  writeStamp(path, us, 0)
  let beats = 0
  const beating = setInterval(() => writeStamp(path, us, ++beats), BEAT_MS)
  beating.unref()
  return () => {
    clearInterval(beating)
    removeStamp(path)
    if (system !== 'unsupported') system.unlock()
  }
}

/** Whether the owner of a stamp that was left behind still has the directory, although it does not hold the lock here. */
async function isStillThere(
  path: string,
  former: Owner,
  { us, watch, isLocked }: { us: Owner; watch: number; isLocked: boolean },
): Promise<boolean> {
  // Earlier versions take no lock and renew nothing.
  if (former.beats === null) return isAlive(former)
  // On this machine the lock tells; elsewhere, as after a restart of the machine, the stamp has to stand still.
  if (isLocked && former.boot === us.boot) return false
  await delay(watch)
  const now = readStamp(path)
  return now !== null && now.beats !== former.beats
}

/**
 * Locks a file through SQLite, as Node itself has no file locks: the operating system gives them back when the process ends,
 * however it ends. Nothing else in this process may open the file, as closing it would give the lock back.
 * @returns `taken` when another process has it, `unsupported` when the file system knows no locks
 */
function lockWithSystem(path: string): { unlock(): void } | 'taken' | 'unsupported' {
  const lock = tryLock(path)
  if (lock !== null) return lock
  // A file that nobody else knows tells a lock that is taken from one that cannot be had.
  const probe = `${path}.${hostname()}-${process.pid}`
  const free = tryLock(probe)
  free?.unlock()
  removeStamp(probe)
  return free === null ? 'unsupported' : 'taken'
}

function tryLock(path: string): { unlock(): void } | null {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // The journal would be a second file, for changes that never come.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { unlock: () => database.close() }
  } catch {
    database.close()
    return null
  }
}

function inUse(owner: Owner | null): Error {
  const who = owner === null ? '' : ` (process ${owner.pid}${owner.host === null ? '' : ` on ${owner.host}`})`
  return new Error(`The data directory is in use by another Sightline${who}: stop it, or choose another SIGHTLINE_DATA_DIR.`)
}
