import { chmodSync, mkdirSync, statSync } from 'node:fs'

const OTHERS = 0o077
/** Anybody may put something there: `/tmp` and the like, which belong to all. */
const STICKY = 0o1000

/**
 * Makes a folder that only the user of this process may enter; one that exists is closed to others.
 * @returns a sentence for the operator when it stays open, null when it does not
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
