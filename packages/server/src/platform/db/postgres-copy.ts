import type { Client, Connection, Submittable } from 'pg'

/** Functions of the driver's connection that its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Functions that the driver calls while a COPY statement is its current one. */
interface CopyHandlers {
  handleCopyData?(message: { chunk: Uint8Array }): void
  handleCopyInResponse?(connection: CopyConnection): void
}

/**
 * Runs `COPY … TO STDOUT`.
 * @returns all its bytes, so a statement must not select more than fits in memory
 */
export async function copyFromServer(client: Client, text: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  await runCopy(client, text, {
    // The driver reuses its buffer for what arrives next.
    handleCopyData: ({ chunk }) => void chunks.push(Buffer.from(chunk)),
  })
  return Buffer.concat(chunks)
}

/** Runs `COPY … FROM STDIN` with these bytes. */
export function copyToServer(client: Client, text: string, bytes: Uint8Array): Promise<void> {
  return runCopy(client, text, {
    handleCopyInResponse(connection) {
      connection.sendCopyFromChunk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      connection.endCopyFrom()
    },
  })
}

/** The driver sends such an object like one of its own queries, and hands it the messages of the server. */
function runCopy(client: Client, text: string, handlers: CopyHandlers): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy: Submittable & CopyHandlers & Record<string, unknown> = {
      ...handlers,
      submit: (connection: Connection) => void connection.query(text),
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(copy)
  })
}
