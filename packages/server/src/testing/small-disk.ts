import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in which a process soon runs out of room. */
export interface SmallDisk {
  path: string
  /** The program, with its arguments, that starts a process which shall run out of room here; none when any process does. */
  under: readonly string[]
  close(): void
}

/**
 * Makes a small file system of its own. Where this user may not mount one, no single file of the process may become larger
 * than that instead: the operating system refuses to write on in the same place, with another code.
 * @param megabytes of room
 */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'sightline-small-disk-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'sightline-test', path], { stdio: 'ignore' })
  } catch {
    return { path, under: ['prlimit', `--fsize=${megabytes * 1024 * 1024}`], close: remove }
  }
  const close = () => {
    execFileSync('umount', ['--lazy', path])
    remove()
  }
  return { path, under: [], close }
}
