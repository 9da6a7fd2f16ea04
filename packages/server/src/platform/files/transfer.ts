import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writing } from './disk-full.ts'

/** Moves a file and creates its folder if missing. Across file systems it is copied, and appears complete or not at all. */
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
      // On a full disk, the partial copy must not stay.
      await rm(part, { force: true })
      throw failure
    }
    await rm(from, { force: true })
  }
}
