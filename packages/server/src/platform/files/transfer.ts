import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writing } from './disk-full.ts'

/** Moves a file, into a folder that is made when missing; across file systems it is copied, and appears whole or not at all. */
export async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const part = `${to}.part`
    try {
      await writing(() => copyFile(from, part))
      await rename(part, to)
    } catch (failure) {
      // A disk that is full must not be left fuller.
      await rm(part, { force: true })
      throw failure
    }
    await rm(from, { force: true })
  }
}
