import { createWriteStream } from 'node:fs'
import { access, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CopySession } from '../db/copy-session.ts'
import { createBucketFileStore } from '../files/bucket/store.ts'
import { createFileStore } from '../files/directory.ts'
import { writing } from '../files/disk-full.ts'
import { bucketOf, type FilePlace, storeOf } from '../files/open.ts'
import { makeTempDir } from '../files/process-folders.ts'
import { checkName, FILE_FOLDERS, type FileStore, moveFile } from '../files/store.ts'
import type { FilePart } from './parts.ts'
import { storeInDatabase } from './stored-file-rows.ts'

/** Where an installation is copied to. */
export interface LoadTarget {
  config: FilePlace
  /** Names of files in the data directory that may be restored. */
  dataFiles: readonly string[]
}

/** The files of a load that has ended. */
export interface LoadedFiles {
  /** Removes what was stored, after a load that failed. */
  undo(): Promise<void>
  /** Removes the stored files of the installation that was replaced. */
  removeOthers(): Promise<void>
}

/** Puts the files of a load where the configured store keeps them. */
export function fileTarget(
  { config, dataFiles }: LoadTarget,
  session: CopySession,
): LoadedFiles & { put(part: FilePart): Promise<void> } {
  const stored = storeBeyondSession(config)
  const undoing: (() => Promise<void>)[] = []
  /** Names of stored files of the copy. */
  const names = new Set<string>()

  /** Writes a file to the disk first, and then moves it to its place. */
  async function store(part: FilePart, move: (temporary: string) => Promise<void>): Promise<void> {
    const tempDir = await makeTempDir(config.dataDir)
    try {
      const temporary = join(tempDir, 'file')
      await writing(() => pipeline(part.content, createWriteStream(temporary, { mode: 0o600, flush: true })))
      // Files that no result knows are removed by their age.
      await utimes(temporary, part.modified, part.modified)
      await move(temporary)
    } finally {
      await rm(tempDir, { recursive: true, force: true })
    }
  }

  async function storeData(part: FilePart): Promise<void> {
    if (!dataFiles.includes(part.name)) throw new Error(`The backup has an unknown file ${part.name}.`)
    const path = join(config.dataDir, part.name)
    await store(part, async (temporary) => {
      if (!(await isThere(path))) undoing.push(() => rm(path, { force: true }))
      await moveFile(temporary, path)
    })
  }

  return {
    async put(part) {
      if (part.place === 'data') return storeData(part)
      const { name } = part
      names.add(checkName(name))
      if (stored === null) return storeInDatabase(session, part)
      await store(part, async (temporary) => {
        if (!(await stored.has(name))) undoing.push(() => stored.remove(name))
        await stored.put(name, temporary)
      })
    },
    async undo() {
      for (const remove of undoing) await remove()
    },
    async removeOthers() {
      if (stored === null) return
      for (const folder of FILE_FOLDERS) {
        for (const { name } of await stored.list(folder)) if (!names.has(name)) await stored.remove(name)
      }
    },
  }
}

/** The store of the files; null for the database, where they are stored in the transaction of the load. */
function storeBeyondSession(config: FilePlace): FileStore | null {
  switch (storeOf(config)) {
    case 'directory':
      return createFileStore(config)
    case 'bucket':
      return createBucketFileStore(config, bucketOf(config), { keepsCopies: false })
    case 'database':
      return null
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
