import { createReadStream, type Stats } from 'node:fs'
import { link, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { filesDirectory } from '../files/directory.ts'
import { FILE_FOLDERS, type FileStore } from '../files/store.ts'
import type { FilePart } from './parts.ts'

/** A file as it was when the backup began. */
interface KeptFile extends Pick<FilePart, 'place' | 'name' | 'size' | 'modified'> {
  isThere(): Promise<boolean>
  /** Opens the file when it is read. */
  content(): AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * Files in folders that stay for the time of a backup, even if the product removes them meanwhile: they get a second name in a
 * temporary folder, which copies nothing. Stored files never change, so this is a snapshot of them.
 */
export class KeptFiles {
  readonly #files = new Map<string, KeptFile>()
  readonly #tempDir: string

  /** @param tempDir on the same file system as the files, if they are to be kept; removed by the caller */
  constructor(tempDir: string) {
    this.#tempDir = tempDir
  }

  /** Adds the stored files that are in a folder now. */
  async addStored(config: Pick<Config, 'dataDir' | 'resultsUrl'>): Promise<void> {
    const directory = filesDirectory(config)
    for (const folder of FILE_FOLDERS) {
      for (const name of await readdir(join(directory, folder)).catch(() => [])) {
        if (!name.endsWith('.part')) await this.#add('files', `${folder}/${name}`, join(directory, folder, name))
      }
    }
  }

  /** Adds the stored files that are in a bucket now. They are read there, and are not kept from being removed. */
  async addObjects(files: Pick<FileStore, 'list' | 'has' | 'stream'>): Promise<void> {
    for (const folder of FILE_FOLDERS) {
      for (const file of await files.list(folder)) {
        this.#files.set(`files/${file.name}`, {
          place: 'files',
          ...file,
          isThere: () => files.has(file.name),
          async *content() {
            yield* await files.stream(file.name)
          },
        })
      }
    }
  }

  /** Adds files of the data directory, if they are there. */
  async addData({ dataDir }: Pick<Config, 'dataDir'>, names: readonly string[]): Promise<void> {
    for (const name of names) await this.#add('data', name, join(dataDir, name))
  }

  get bytes(): number {
    let bytes = 0
    for (const { size } of this.#files.values()) bytes += size
    return bytes
  }

  /** The files by name. One that could not be kept and was removed meanwhile is left out, as its row names a lost result. */
  async *parts(): AsyncGenerator<FilePart, void, undefined> {
    for (const name of [...this.#files.keys()].sort()) {
      const file = this.#files.get(name)
      if (file === undefined || !(await file.isThere())) continue
      const { place, size, modified } = file
      yield { place, name: file.name, size, modified, content: file.content() }
    }
  }

  async #add(place: KeptFile['place'], name: string, path: string): Promise<void> {
    const key = `${place}/${name}`
    if (this.#files.has(key)) return
    const second = join(this.#tempDir, key)
    await mkdir(dirname(second), { recursive: true })
    // Another file system, or one without second names: then the file is read where it is.
    const isKept = await link(path, second).then(
      () => true,
      () => false,
    )
    const read = isKept ? second : path
    const found = await statOf(read)
    if (!found?.isFile()) return
    const isThere = async () => (await statOf(read)) !== null
    this.#files.set(key, { place, name, size: found.size, modified: found.mtime, isThere, content: () => contentOf(read) })
  }
}

async function* contentOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield* createReadStream(path)
}

const statOf = (path: string): Promise<Stats | null> => stat(path).catch(() => null)
