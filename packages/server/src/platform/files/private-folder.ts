import { chmodSync, mkdirSync, statSync } from 'node:fs'

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
