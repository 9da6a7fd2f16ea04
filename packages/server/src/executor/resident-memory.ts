import { readFile } from 'node:fs/promises'

/**
 * Bytes of memory that a process holds, asked of the operating system: a process that is busy cannot tell itself.
 * @returns null where the system has no /proc, or the process is gone
 */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
