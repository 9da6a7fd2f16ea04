import type { CopySession } from '../db/copy-session.ts'
import { checkName } from '../files/store.ts'
import type { FilePart } from './parts.ts'

/** These tables are copied as files, so that a copy does not depend on where files are kept. */
export const STORED_FILE_TABLES = ['stored_file_chunks', 'stored_files']

const CHUNK_BYTES = 1024 * 1024

/** The bytes of all files in the database. */
export async function storedFileBytes(session: CopySession): Promise<number> {
  const [sum] = await session.rows('select coalesce(sum(size), 0)::float8 as bytes from stored_files')
  return Number(sum?.bytes ?? 0)
}

/** The files in the database. */
export async function* storedFileParts(session: CopySession): AsyncGenerator<FilePart, void, undefined> {
  const files = await session.rows(
    'select name, size::float8 as size, extract(epoch from created_at)::float8 as seconds from stored_files order by name',
  )
  for (const { name, size, seconds } of files) {
    const file = { name: String(name), size: Number(size), modified: new Date(Number(seconds) * 1000) }
    yield { place: 'files', ...file, content: chunksOf(session, file.name, file.size) }
  }
}

async function* chunksOf(session: CopySession, name: string, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; position * CHUNK_BYTES < size; position++) {
    const [chunk] = await session.rows('select bytes from stored_file_chunks where file = $1 and position = $2', [
      name,
      position,
    ])
    if (!(chunk?.bytes instanceof Uint8Array)) throw new Error(`The stored file ${name} is incomplete.`)
    yield chunk.bytes
  }
}

/** Stores a file in the database, in the transaction of the session. */
export async function storeInDatabase(session: CopySession, { name, size, modified, content }: FilePart): Promise<void> {
  await session.rows('insert into stored_files (name, size, created_at) values ($1, $2, $3)', [
    checkName(name),
    size,
    modified.toISOString(),
  ])
  let position = 0
  for await (const bytes of chunksOfSize(content, CHUNK_BYTES)) {
    await session.rows('insert into stored_file_chunks (file, position, bytes) values ($1, $2, $3)', [name, position++, bytes])
  }
}

/** The same bytes in pieces of one size; the last may be smaller. */
async function* chunksOfSize(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of content) {
    for (let rest = bytes; rest.length > 0; ) {
      const piece = rest.subarray(0, size - length)
      waiting.push(piece)
      length += piece.length
      rest = rest.subarray(piece.length)
      if (length < size) continue
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}
