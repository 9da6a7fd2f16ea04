import { parentPort } from 'node:worker_threads'
import { writePdf } from './pdf/write.ts'
import type { WriteRequest } from './writer.ts'

// Runs in a worker thread that the server starts on demand, because writing a document would block its event loop.
parentPort?.on('message', ({ document, createdAt }: WriteRequest) => {
  writePdf(document, createdAt).then(
    (bytes) => parentPort?.postMessage(bytes),
    // Reported to the server as the crash of the thread, which is replaced.
    (error) =>
      queueMicrotask(() => {
        throw error
      }),
  )
})
