import { chmodSync, createReadStream, statSync } from 'node:fs'
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { makeTempDir } from './process-folders.ts'
import { checkName, type FileStore, isName, moveFile, type StoredFile } from './store.ts'
import { makeWritableFolder } from './writable-folder.ts'

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
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        () => false,
      ),
    async list(folder, before) {
      const names = await readdir(pathOf(folder)).catch(() => [])
      const files: StoredFile[] = []
      for (const name of names) {
        const file = `${folder}/${name}`
        // Other programs may put files there too.
        if (!isName(file)) continue
        // Another process may remove it meanwhile.
        const found = await stat(pathOf(file)).catch(() => null)
        if (!found?.isFile() || (before !== undefined && found.mtime >= before)) continue
        files.push({ name: file, size: found.size, modified: found.mtime })
      }
      return files
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    tempDir: () => makeTempDir(config.dataDir),
  }
}

const OTHERS = 0o077
/** A folder such as `/tmp`, in which every user may create files. */
const STICKY = 0o1000

/** Creates a folder that only the user of this process may access; an existing folder is made private.
 * @returns a sentence for the operator if it cannot be made private, otherwise null
 * @throws as `makeWritableFolder` does
 */
export function makePrivateFolder(path: string): string | null {
  makeWritableFolder(path)
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
