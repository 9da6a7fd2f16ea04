/** A file of a source, local or in a bucket. */
export interface StoredFile {
  /** Relative to the source's folder, with slashes: `2025/sales.parquet`. */
  path: string
  bytes: number
  /** Where it is stored: an absolute path without symbolic links, or the key of an object. */
  place: string
  /** Changes with the content; '' if the store has no versions. */
  version: string
}

/** Access to the files of a source, in a local folder or a bucket. */
export interface FileStore {
  /**
   * Lists all files below the folder, by path.
   * @throws QueryError if the folder cannot be read, or has too many files
   */
  list(): Promise<StoredFile[]>
  /**
   * Makes files available to the engine.
   * @returns absolute paths by `path`
   * @throws QueryError if a file cannot be fetched
   */
  fetchAll(files: readonly StoredFile[]): Promise<Map<string, string>>
  /**
   * Makes enough of a file available to the engine to read its columns.
   * @returns an absolute path; null if that would take too long
   */
  sample(file: StoredFile): Promise<string | null>
}

/** More than that is a mistake in the path of the folder, such as a whole disk. */
export const MAX_FILES = 20_000

export const tooManyFiles = (): string =>
  `There are more than ${MAX_FILES.toLocaleString('en')} files. Please choose a folder that holds fewer.`
