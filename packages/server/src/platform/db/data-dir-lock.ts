import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'

/** Who holds a lock: the process and, where the system tells, when it was started (so that a reused pid is not mistaken for it). */
interface Owner {
  pid: number
  startedAt: string | null
}

/**
 * Claims a data directory for this process, as the embedded database must never be opened twice.
 * @param path the lock file; a lock left behind by a process that has ended is taken over
 * @returns a function that gives the lock back
 * @throws when a living process holds it
 */
export function lockDataDir(path: string): () => void {
  const us: Owner = { pid: process.pid, startedAt: startOf(process.pid) }
  while (!create(path, us)) {
    const owner = ownerIn(path)
    if (owner && isAlive(owner)) {
      throw new Error(
        `The data directory is in use by another Sightline (process ${owner.pid}): stop it, or choose another SIGHTLINE_DATA_DIR.`,
      )
    }
    remove(path)
  }
  return () => {
    if (isSame(ownerIn(path), us)) remove(path)
  }
}

function create(path: string, owner: Owner): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, JSON.stringify(owner))
    closeSync(file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function ownerIn(path: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || typeof owner.pid !== 'number') return null
    const startedAt = 'startedAt' in owner && typeof owner.startedAt === 'string' ? owner.startedAt : null
    return { pid: owner.pid, startedAt }
  } catch {
    // Gone meanwhile, or written by a process that died while writing: nobody holds it.
    return null
  }
}

function isAlive(owner: Owner): boolean {
  // A restarted container gives the same pid again: then the lock is our predecessor's.
  if (owner.pid === process.pid) return isSame(owner, { pid: process.pid, startedAt: startOf(process.pid) })
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return hasCode(error, 'EPERM')
  }
  const startedAt = startOf(owner.pid)
  return startedAt === null || owner.startedAt === null || startedAt === owner.startedAt
}

const isSame = (one: Owner | null, other: Owner) => one?.pid === other.pid && one.startedAt === other.startedAt

/** Start time of a process in clock ticks since boot, with the boot it belongs to (proc(5), field 22 of stat); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may hold anything, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${boot}/${fields[19]}`
  } catch {
    return null
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
