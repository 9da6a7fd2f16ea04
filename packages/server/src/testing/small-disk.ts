import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with little disk space. */
export interface SmallDisk {
  path: string
  /** The wrapper program, with arguments, that limits a process to this space; none if it is limited for all processes. */
  under: readonly string[]
  close(): void
}

/**
 * Mounts a small file system. If this user may not mount one, limits the file size of the process instead: writes fail at the
 * same point, with another error code.
 * @param megabytes available space
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
