import { z } from 'zod'

/** Increased when archives change so that an earlier version could not restore them. */
export const FORMAT = 1

const Table = z.object({
  /** In the order of the rows' values. Generated columns are left out. */
  columns: z.array(z.string()),
  /** The last number that the sequence of a column gave. */
  sequences: z.record(z.string(), z.int()),
})

/** Says what follows; the first part of every backup. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the product that made it. */
  version: z.string(),
  /** The time at which the last applied migration was generated, in milliseconds. */
  schema: z.int(),
  made_at: z.iso.datetime(),
  /** Fingerprint of the secret key, which itself is not part of a backup. */
  key_check: z.string(),
  tables: z.record(z.string(), Table),
  /** About the bytes of all parts, for progress. */
  bytes: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

/** Some rows of a table, in the text format of COPY. */
export interface TablePart {
  table: string
  bytes: Uint8Array
}

/** A stored file, or one that the product keeps in the data directory. */
export interface FilePart {
  place: 'files' | 'data'
  name: string
  /** Bytes. */
  size: number
  modified: Date
  content: AsyncIterable<Uint8Array>
}

/** Takes the parts of an installation in order: the manifest, all tables, all files. */
export interface PartSink {
  begin(manifest: Manifest): Promise<void>
  table(part: TablePart): Promise<void>
  /** Reads the content to its end. */
  file(part: FilePart): Promise<void>
}

/** Called with the bytes that were copied so far. */
export type Progress = (bytes: number, all: number) => void
