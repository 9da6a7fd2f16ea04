import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { FilePart, PartSink, Progress } from './parts.ts'
import { type Checksums, sealOf } from './seal.ts'
import { TAR_END, type TarEntry, tarHeader, tarPadding } from './tar.ts'

export const MANIFEST = 'manifest.json'
export const CHECKSUMS = 'checksums.json'
export const SEAL = 'seal.json'

/** An archive that is being written. */
export interface ArchiveWriter extends PartSink {
  /** Adds the checksums and the seal, and ends the stream. */
  end(): Promise<void>
}

/**
 * Writes a backup as a tar archive, so that everybody can look into it. Each part is an entry; the checksums come last, because
 * they are known last.
 */
export function writeArchive(target: Writable, secretKey: string, onProgress: Progress = () => {}): ArchiveWriter {
  const checksums: Checksums = {}
  const pieces = new Map<string, number>()
  let written = 0
  let all = 0

  async function write(bytes: Uint8Array): Promise<void> {
    if (target.destroyed) throw target.errored ?? new Error('Nobody takes the backup any more.')
    if (!target.write(bytes)) await once(target, 'drain')
  }

  async function add(entry: TarEntry, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    await write(tarHeader(entry))
    const hash = createHash('sha256')
    let size = 0
    for await (const bytes of content) {
      size += bytes.length
      hash.update(bytes)
      await write(bytes)
      written += bytes.length
      onProgress(written, all)
    }
    if (size !== entry.size) throw new Error(`${entry.name} changed while it was read.`)
    await write(tarPadding(size))
    checksums[entry.name] = { size, sha256: hash.digest('hex') }
  }

  const addText = (name: string, text: string) => {
    const bytes = Buffer.from(text)
    return add({ name, size: bytes.length, modified: new Date() }, [bytes])
  }

  return {
    begin(manifest) {
      all = manifest.bytes
      return addText(MANIFEST, JSON.stringify(manifest, null, 2))
    },
    async table({ table, bytes }) {
      const piece = (pieces.get(table) ?? 0) + 1
      pieces.set(table, piece)
      await add({ name: `tables/${table}/${piece}.copy`, size: bytes.length, modified: new Date() }, [bytes])
    },
    file: ({ place, name, size, modified, content }: FilePart) => add({ name: `${place}/${name}`, size, modified }, content),
    async end() {
      const text = JSON.stringify(checksums, null, 2)
      await addText(CHECKSUMS, text)
      await addText(SEAL, JSON.stringify(sealOf(text, secretKey)))
      await write(TAR_END)
      target.end()
    },
  }
}
