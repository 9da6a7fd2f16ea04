/** A file of a source, wherever it lies. */
export interface StoredFile {
  /** From the source's folder on, with slashes: `2025/sales.parquet`. */
  path: string
  bytes: number
  /** Where it lies: an absolute path without symbolic links, or the name of an object. */
  place: string
  /** Changes with the content, where the store tells; else ''. */
  version: string
}

/** Where the files of a source lie: a folder of this machine, or a bucket. */
export interface FileStore {
  /**
   * All files below the folder, by path.
   * @throws QueryError with one sentence when it cannot be read, or holds too many
   */
  list(): Promise<StoredFile[]>
  /**
   * Brings files to where an engine reads them.
   * @returns absolute paths by `path`
   * @throws QueryError with one sentence when one cannot be had
   */
  whole(files: readonly StoredFile[]): Promise<Map<string, string>>
  /**
   * Brings as much of a file as tells its columns to where an engine reads it.
   * @returns an absolute path; null where that would take too long
   */
  sample(file: StoredFile): Promise<string | null>
}

/** More would be a mistake in the address of the folder, such as that of a whole disk. */
export const MAX_FILES = 20_000

export const tooManyFiles = (): string =>
  `There are more than ${MAX_FILES.toLocaleString('en')} files. Please choose a folder that holds fewer.`
