import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** The owner of a data directory, as recorded in its stamp file. */
export interface Owner {
  pid: number
  /**
   * Start time of the process, which distinguishes it from a later process with the same pid; null if the system does not report
   * it.
   */
  startedAt: string | null
  /** Host name of the machine or container; null in a stamp of an earlier version. */
  host: string | null
  /** Identifies one boot of one machine; null if the system does not report it. */
  boot: string | null
  /** Number of renewals; null in a stamp of an earlier version, which is never renewed. */
  beats: number | null
}

const Stamp = z.object({
  pid: z.int(),
  startedAt: z.string().nullable().catch(null),
  host: z.string().nullable().catch(null),
  boot: z.string().nullable().catch(null),
  beats: z.int().nullable().catch(null),
})

/** This process as an owner. */
export const ownerHere = (): Owner => ({
  pid: process.pid,
  startedAt: startOf(process.pid),
  host: hostname(),
  boot: bootId(),
  beats: 0,
})

/** @returns null if the file is missing or incomplete: then no process owns the directory */
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
    // The disk is full, or the folder is gone: the lock of the operating system still protects the directory.
  }
}

export const removeStamp = (path: string): void => rmSync(path, { force: true })

/** Whether the process of a stamp runs, as far as this process can see. */
export function isAlive({ pid, startedAt }: Owner): boolean {
  const now = startOf(pid)
  // A restarted container uses the same pids again: then the stamp is from the previous run.
  if (pid === process.pid) return startedAt === now
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return now === null || startedAt === null || startedAt === now
}

/** Start time of a process in clock ticks since boot, with the boot it belongs to (proc(5), field 22 of stat); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may contain anything, so fields are counted after it.
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
