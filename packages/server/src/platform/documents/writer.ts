import type { Language } from '@sightline/contract/languages.ts'
import { AppError } from '../http/errors.ts'
import { openThread, ThreadError } from '../threads/thread.ts'
import type { ExportDocument } from './document.ts'

const PROGRAM = new URL('./thread.ts', import.meta.url)
/** Time limit for one document. */
const LIMIT_MS = 30_000
/** The thread ends after this idle time. */
const IDLE_MS = 15_000
const HEAP_MEGABYTES = 768
/** Further documents are refused. */
const MAX_WAITING = 10

export type DocumentFormat = 'pdf' | 'html'

/** A message to the thread; it replies with the bytes of the file. */
export interface WriteRequest {
  format: DocumentFormat
  document: ExportDocument
  createdAt: Date
  /** The language of the texts around what the dashboard shows. */
  language: Language
}

/** Writes documents in a worker thread. */
export interface DocumentWriter {
  /** @throws AppError `export_failed` also after a timeout or a crash, `export_busy` if too many are waiting */
  write(request: WriteRequest): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a writer. Its thread starts with the first document and ends when idle. */
export function openDocumentWriter(onError: (error: unknown) => void): DocumentWriter {
  const thread = openThread<WriteRequest, Buffer>({
    program: PROGRAM,
    read(message) {
      if (!(message instanceof Uint8Array)) throw new Error('A document is bytes.')
      return Buffer.from(message)
    },
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    heapMegabytes: HEAP_MEGABYTES,
    maxWaiting: MAX_WAITING,
  })
  return {
    async write(request) {
      try {
        return await thread.ask(request)
      } catch (error) {
        if (error instanceof ThreadError && error.reason === 'overloaded') throw new AppError('export_busy')
        onError(error)
        throw new AppError('export_failed', {}, { cause: error })
      }
    },
    close: thread.close,
  }
}
