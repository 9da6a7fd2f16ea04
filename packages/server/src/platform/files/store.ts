import type { Readable } from 'node:stream'

/** Stores immutable files by name (`results/42.parquet`, `uploads/….duckdb`). Names are never chosen by a client. */
export interface FileStore {
  /** Stores a finished local file; moves it if possible. */
  put(name: string, localPath: string): Promise<void>
  /** A local path of the file, valid while it is in the store. @throws an Error with code `ENOENT` if there is none */
  open(name: string): Promise<string>
  stream(name: string): Promise<Readable>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** The names of the files in a folder that were stored before a time. */
  list(folder: string, before: Date): Promise<string[]>
  /** A new folder for temporary files, on the same file system if the store has one. */
  tempDir(): Promise<string>
}
