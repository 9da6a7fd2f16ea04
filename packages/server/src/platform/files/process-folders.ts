import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { writing } from './disk-full.ts'

/**
 * Distinguishes machines and containers. Several of them may share a data directory, and their processes have the same ids: the
 * first one of each container is process 1.
 */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** The names of folders of processes: process id and place. Earlier versions left the place out. */
const NAME = /^(\d+)-(?:([0-9a-f]{8})-)?/

/** Milliseconds without a change after which a folder of another place counts as left: this process cannot see its owner. */
const UNSEEN_MS = 30 * 24 * 60 * 60 * 1000

/** The beginning of the names of folders that belong to this process. */
export const PROCESS_PREFIX = `${process.pid}-${HERE}-`

const tempParent = (dataDir: string) => join(dataDir, 'tmp')

/** A fresh folder in `<dataDir>/tmp`, so on the same file system as the files. */
export const makeTempDir = (dataDir: string): Promise<string> => writing(() => makeProcessFolder(tempParent(dataDir)))

/**
 * Removes what processes that ended without tidying up have left in `<dataDir>/tmp`. For the start of a process.
 * @param isAlone whether no other machine or container can be using the data directory
 */
export const removeLeftTempDirs = (dataDir: string, isAlone: boolean): Promise<void> =>
  removeFoldersOfDeadProcesses(tempParent(dataDir), isAlone)

/** Creates a new folder for this process in `parent`. */
export async function makeProcessFolder(parent: string): Promise<string> {
  const prefix = join(parent, PROCESS_PREFIX)
  return mkdtemp(prefix).catch(async () => {
    await mkdir(parent, { recursive: true })
    return mkdtemp(prefix)
  })
}

/**
 * Removes the folders of processes that have ended. Called before this process has created any, so one with its id is older.
 * @param isAlone as `removeLeftTempDirs` takes it
 */
export async function removeFoldersOfDeadProcesses(parent: string, isAlone = false): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name)
    if (!(await isInUse(path, name, isAlone))) await rm(path, { recursive: true, force: true })
  }
}

async function isInUse(path: string, name: string, isAlone: boolean): Promise<boolean> {
  const [, pid = '', place = HERE] = NAME.exec(name) ?? []
  if (place === HERE) return isAlive(Number(pid))
  if (isAlone) return false
  // Its owner may remove it meanwhile.
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs < UNSEEN_MS
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
