import { createReadStream } from 'node:fs'
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { checkName } from './names.ts'
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
    remove: (name) => rm(pathOf(name), { force: true }),
    tempDir: () => makeTempDir(config.dataDir),
  }
}

/** A fresh folder in `<dataDir>/tmp`, so on the same file system as the files. */
export async function makeTempDir(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'tmp')
  try {
    return await mkdtemp(join(parent, 'run-'))
  } catch {
    await mkdir(parent, { recursive: true })
    return mkdtemp(join(parent, 'run-'))
  }
}
