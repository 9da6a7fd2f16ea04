import type pg from 'pg'

/** Reads `COPY … TO STDOUT` to its end, as fast as the driver delivers it. @returns the number of bytes */
export function readCopy(client: pg.Client, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    // Methods that the driver calls while this is the current statement.
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        bytes += chunk.length
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    })
  })
}
