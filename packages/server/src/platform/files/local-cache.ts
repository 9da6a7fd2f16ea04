import { access, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writing } from './disk-full.ts'
import { makeProcessFolder, removeFoldersOfDeadProcesses } from './process-folders.ts'

const MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Milliseconds for which a returned path may be in use; such files stay even if the cache is full. */
const MIN_AGE_MS = 10 * 60 * 1000

interface Entry {
  /** Resolves to the path when the file is there. */
  path: Promise<string>
  size: number
  usedAt: number
}

/** Local copies of remote files for this process. The least recently used are removed if there are too many bytes. They do not outlive the
 * process: after a restart another store may use the same names for other files.
 */
export class LocalCache {
  readonly #parent: string
  #directory: Promise<string> | null = null
  readonly #entries = new Map<string, Entry>()

  /** @param parent a folder that holds nothing but such caches */
  constructor(parent: string) {
    this.#parent = parent
  }

  /**
   * The local path of a file.
   * @param fetch downloads the file to a path if it is not here yet
   */
  async get(name: string, fetch: (path: string) => Promise<void>): Promise<string> {
    for (let known = this.#entries.get(name); known; known = this.#entries.get(name)) {
      const isHere = await isThere(known)
      // Another call may have removed or replaced it meanwhile.
      if (this.#entries.get(name) !== known) continue
      this.#entries.delete(name)
      if (!isHere) continue
      this.#entries.set(name, known)
      known.usedAt = Date.now()
      return known.path
    }
    const entry: Entry = { path: this.#store(name, fetch), size: 0, usedAt: Date.now() }
    this.#entries.set(name, entry)
    try {
      const path = await entry.path
      entry.size = (await stat(path)).size
      await this.#shrink()
      return path
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name)
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    this.#entries.delete(name)
    const path = await entry?.path.catch(() => null)
    if (path) await rm(path, { force: true })
  }

  async #store(name: string, fetch: (path: string) => Promise<void>): Promise<string> {
    this.#directory ??= openDirectory(this.#parent)
    const path = join(await this.#directory, name)
    const part = `${path}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await writing(() => fetch(part))
      await rename(part, path)
      return path
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  async #shrink(): Promise<void> {
    let bytes = 0
    for (const { size } of this.#entries.values()) bytes += size
    for (const [name, { size, usedAt }] of this.#entries) {
      if (bytes <= MAX_BYTES) return
      if (size === 0 || Date.now() - usedAt < MIN_AGE_MS) continue
      bytes -= size
      await this.remove(name)
    }
  }
}

/** Whether a copy is still there, or about to come: the folder may be emptied to make room. */
async function isThere({ path }: Entry): Promise<boolean> {
  const known = await path.catch(() => null)
  return (
    known === null ||
    access(known).then(
      () => true,
      () => false,
    )
  )
}

/** Creates the folder of this process, and removes those of processes that have ended. */
async function openDirectory(parent: string): Promise<string> {
  await removeFoldersOfDeadProcesses(parent)
  return makeProcessFolder(parent)
}
