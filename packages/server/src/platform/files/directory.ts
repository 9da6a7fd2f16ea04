import { createReadStream } from 'node:fs'
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { writing } from './disk-full.ts'
import { checkName } from './names.ts'
import { makeProcessFolder, removeFoldersOfDeadProcesses } from './process-folder.ts'
import type { FileStore } from './store.ts'
import { moveFile } from './transfer.ts'

type Place = Pick<Config, 'dataDir' | 'resultsUrl'>

/** The folder of the files: `<dataDir>/files`, or the one that a `file:` address in `SIGHTLINE_RESULTS_URL` names. */
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
