import type { Readable } from 'node:stream'

/** Keeps immutable files by name (`results/42.parquet`, `uploads/….duckdb`). Names are made by us, never by a caller. */
export interface FileStore {
  /** Takes over a finished local file (moves it where it can). */
  put(name: string, localPath: string): Promise<void>
  /** A local path of the file, which stays valid while it is in the store. @throws an Error with code `ENOENT` when there is none */
  open(name: string): Promise<string>
  stream(name: string): Promise<Readable>
  /** Removing a file that is not there is no error. */
  remove(name: string): Promise<void>
  /** The names of the files in a folder that were stored before a time. */
  list(folder: string, before: Date): Promise<string[]>
  /** A fresh folder for temporary files, on the same file system where there is one. */
  tempDir(): Promise<string>
}
