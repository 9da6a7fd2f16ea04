import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, type Owner, ownerHere, readStamp, removeStamp, writeStamp } from './lock-stamp.ts'

/** Milliseconds between two renewals of the owner's stamp. */
const BEAT_MS = 2_000
/** Milliseconds without a renewal after which the owner counts as gone: two renewals and a margin. */
const WATCH_MS = 5_000

export interface LockOptions {
  /** Milliseconds. */
  watch?: number
  /** Takes the lock of the operating system; tests replace it, as they have no file system without locks. */
  lockFile?: typeof lockWithSystem
}

/**
 * Claims a data directory for this process: the embedded database must never be opened twice. Two things identify the owner: a
 * lock of the operating system, which ends with its process and works across containers on one machine, and a stamp that the
 * owner renews, for file systems without locks and owners on other machines.
 * @param path the file of the stamp; the locked file lies beside it
 * @returns a function that releases the directory
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

/** Whether the owner of a stamp still uses the directory although it does not hold the lock. */
async function isStillThere(
  path: string,
  former: Owner,
  { us, watch, isLocked }: { us: Owner; watch: number; isLocked: boolean },
): Promise<boolean> {
  // Earlier versions take no lock and renew nothing.
  if (former.beats === null) return isAlive(former)
  // On this machine the lock decides; for another machine, or after a restart, the stamp must not change for a while.
  if (isLocked && former.boot === us.boot) return false
  await delay(watch)
  const now = readStamp(path)
  return now !== null && now.beats !== former.beats
}

/**
 * Locks a file through SQLite, because Node has no file locks: the operating system releases the lock when the process ends,
 * however it ends. Nothing else in this process may open the file, because closing it would release the lock.
 * @returns `taken` if another process has it, `unsupported` if the file system has no locks
 */
function lockWithSystem(path: string): { unlock(): void } | 'taken' | 'unsupported' {
  const lock = tryLock(path)
  if (lock !== null) return lock
  // Locking a fresh file distinguishes a lock that is taken from a file system without locks.
  const probe = `${path}.${hostname()}-${process.pid}`
  const free = tryLock(probe)
  free?.unlock()
  removeStamp(probe)
  return free === null ? 'unsupported' : 'taken'
}

function tryLock(path: string): { unlock(): void } | null {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // A journal would be a second file, and nothing is ever written.
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
