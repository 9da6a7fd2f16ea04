import { chmodSync, createReadStream, mkdirSync, statSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { writing } from './disk-full.ts'
import { checkName, type FileStore, moveFile } from './store.ts'

type Place = Pick<Config, 'dataDir' | 'resultsUrl'>

/** The folder of the files: `<dataDir>/files`, or the one that a `file:` URL in `SIGHTLINE_RESULTS_URL` names. */
export function filesDirectory({ dataDir, resultsUrl }: Place): string {
  return resultsUrl?.startsWith('file:') ? fileURLToPath(resultsUrl) : join(dataDir, 'files')
}

/** Keeps files in a folder. */
export function createFileStore(config: Place): FileStore {
  const directory = filesDirectory(config)
  const pathOf = (name: string) => join(directory, checkName(name))

  return {
    put: (name, localPath) => moveFile(localPath, pathOf(name)),
    async open(name) {
      const path = pathOf(name)
      await access(path)
      return path
    },
    async stream(name) {
      const path = pathOf(name)
      await access(path)
      return createReadStream(path)
    },
    async list(folder, before) {
      const names = await readdir(pathOf(folder)).catch(() => [])
      const old: string[] = []
      for (const name of names) {
        // Another process may remove it meanwhile.
        const found = await stat(join(pathOf(folder), name)).catch(() => null)
        if (found !== null && found.mtime < before) old.push(`${folder}/${name}`)
      }
      return old
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    tempDir: () => makeTempDir(config.dataDir),
  }
}

const tempParent = (dataDir: string) => join(dataDir, 'tmp')

/** A fresh folder in `<dataDir>/tmp`, so on the same file system as the files. */
export const makeTempDir = (dataDir: string): Promise<string> => writing(() => makeProcessFolder(tempParent(dataDir)))

/** Removes what processes that ended without tidying up have left in `<dataDir>/tmp`. For the start of a process. */
export const removeLeftTempDirs = (dataDir: string): Promise<void> => removeFoldersOfDeadProcesses(tempParent(dataDir))

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

const OTHERS = 0o077
/** A folder such as `/tmp`, in which every user may create files. */
const STICKY = 0o1000

/** Creates a folder that only the user of this process may access; an existing folder is made private.
 * @returns a sentence for the operator if it cannot be made private, otherwise null
 */
export function makePrivateFolder(path: string): string | null {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode } = statSync(path)
  if ((mode & OTHERS) === 0) return null
  const problem = `Other users of this machine may enter ${path}, where Sightline keeps data`
  if (mode & STICKY) return `${problem}: choose a folder of its own.`
  try {
    chmodSync(path, mode & ~OTHERS & 0o777)
    return null
  } catch {
    return `${problem}, and this process may not change that: take the rights of group and others away.`
  }
}
