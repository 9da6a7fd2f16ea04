import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates a new folder for this process in `parent`, with the process id in its name. */
export async function makeProcessFolder(parent: string): Promise<string> {
  const prefix = join(parent, `${process.pid}-`)
  return mkdtemp(prefix).catch(async () => {
    await mkdir(parent, { recursive: true })
    return mkdtemp(prefix)
  })
}

/** Removes the folders of processes that have ended. Called before this process has created any, so one with its id is older. */
export async function removeFoldersOfDeadProcesses(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!isAlive(Number.parseInt(name, 10))) await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid || !(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
