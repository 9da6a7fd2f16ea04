import { PassThrough, type Readable } from 'node:stream'
import { writeArchive } from './archive-writer.ts'
import { type CopySource, copyInstallation } from './copy-installation.ts'
import type { Manifest } from './parts.ts'

/** A backup that is being made. */
export interface ArchiveStream {
  manifest: Manifest
  /** An uncompressed tar archive. Destroying it ends the copy. */
  content: Readable
  /** Resolves when the copy has ended and its temporary files are removed; never rejects, as `content` fails instead. */
  ended: Promise<void>
}

/**
 * Begins to copy an installation into an archive.
 * @returns once its snapshot is taken
 * @throws as `copyInstallation` does until then
 */
export function openArchiveStream(source: CopySource): Promise<ArchiveStream> {
  return new Promise((resolve, reject) => {
    const content = new PassThrough()
    // Without a reader yet, a failure is reported by the rejection.
    content.on('error', () => {})
    const archive = writeArchive(content, source.config.secretKey)
    const copied = copyInstallation(source, {
      ...archive,
      async begin(manifest) {
        resolve({ manifest, content, ended })
        await archive.begin(manifest)
      },
    })
    const ended = copied.then(archive.end).catch((error: unknown) => {
      content.destroy(error instanceof Error ? error : new Error(String(error)))
      reject(error)
    })
  })
}
