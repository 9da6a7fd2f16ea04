import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writing } from './disk-full.ts'
import { FILE_FOLDERS, type FileStore, type StoredFile } from './store.ts'

/** Numbers about a copy that has ended. */
export interface CopiedFiles {
  /** Files that are in both stores now. */
  files: number
  /** How many of them were not there before. */
  copied: number
}

/**
 * Copies all files of a store into another one. Files that are there with the same size are left out, so a copy that was interrupted goes
 * on where it ended.
 * @param onProgress called with the bytes that are in the other store, and those of all files
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  onProgress: (bytes: number, all: number) => void,
): Promise<CopiedFiles> {
  const files = (await Promise.all(FILE_FOLDERS.map((folder) => from.list(folder)))).flat()
  const present = new Map((await Promise.all(FILE_FOLDERS.map((folder) => to.list(folder)))).flat().map(nameAndSize))
  const all = files.reduce((bytes, { size }) => bytes + size, 0)
  const tempDir = await to.tempDir()
  const done = { files: 0, copied: 0 }
  let bytes = 0
  try {
    for (const { name, size } of files) {
      if (present.get(name) !== size) {
        // A result that was removed meanwhile is not missed.
        if (!(await copyFile(from, to, { name, temporary: join(tempDir, 'file') }))) continue
        done.copied++
      }
      done.files++
      bytes += size
      onProgress(bytes, all)
    }
    return done
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

const nameAndSize = ({ name, size }: StoredFile): [string, number] => [name, size]

/** @returns whether the file was there */
async function copyFile(
  from: FileStore,
  to: FileStore,
  { name, temporary }: { name: string; temporary: string },
): Promise<boolean> {
  try {
    const content = await from.stream(name)
    await writing(() => pipeline(content, createWriteStream(temporary, { mode: 0o600 })))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  await to.put(name, temporary)
  return true
}
