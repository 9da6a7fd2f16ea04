import { parentPort } from 'node:worker_threads'
import { inLanguage } from '../language/reader.ts'
import { writeHtml } from './html/write.ts'
import { writePdf } from './pdf/write.ts'
import type { WriteRequest } from './writer.ts'

const write = ({ format, document, createdAt, language }: WriteRequest): Promise<Buffer> =>
  inLanguage(language, async () => (format === 'pdf' ? writePdf(document, createdAt) : writeHtml(document)))

// Runs in a worker thread that the server starts on demand, because writing a document would block its event loop.
parentPort?.on('message', (request: WriteRequest) => {
  write(request).then(
    (bytes) => parentPort?.postMessage(bytes),
    // Reported to the server as the crash of the thread, which is replaced.
    (error) =>
      queueMicrotask(() => {
        throw error
      }),
  )
})
