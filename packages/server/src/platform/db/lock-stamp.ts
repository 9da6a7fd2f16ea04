import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** Whose a data directory is, as its file says. */
export interface Owner {
  pid: number
  /** When the process was started, where the system tells: so that a reused pid is not mistaken for it. */
  startedAt: string | null
  /** The name of its machine or container; null in a file of an earlier version. */
  host: string | null
  /** Which start of which machine it runs under, where the system tells. */
  boot: string | null
  /** How often it has been renewed; null in a file of an earlier version, which never is. */
  beats: number | null
}

const Stamp = z.object({
  pid: z.int(),
  startedAt: z.string().nullable().catch(null),
  host: z.string().nullable().catch(null),
  boot: z.string().nullable().catch(null),
  beats: z.int().nullable().catch(null),
})

/** This very process. */
export const ownerHere = (): Owner => ({
  pid: process.pid,
  startedAt: startOf(process.pid),
  host: hostname(),
  boot: bootId(),
  beats: 0,
})

/** @returns null when there is none, or its writer was cut off: then nobody has the directory */
export function readStamp(path: string): Owner | null {
  try {
    return Stamp.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

export function writeStamp(path: string, owner: Owner, beats: number): void {
  const draft = `${path}.draft`
  try {
    writeFileSync(draft, JSON.stringify({ ...owner, beats }), { mode: 0o600 })
    renameSync(draft, path)
  } catch {
    // The disk is full, or the folder is gone: the lock of the operating system holds all the same.
  }
}

export const removeStamp = (path: string): void => rmSync(path, { force: true })

/** Whether the process of a stamp runs, as far as this one can see. */
export function isAlive({ pid, startedAt }: Owner): boolean {
  const now = startOf(pid)
  // A restarted container gives the same pid again: then the stamp is our predecessor's.
  if (pid === process.pid) return startedAt === now
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return now === null || startedAt === null || startedAt === now
}

/** Start time of a process in clock ticks since boot, with the boot it belongs to (proc(5), field 22 of stat); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may hold anything, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${bootId()}/${fields[19]}`
  } catch {
    return null
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}
