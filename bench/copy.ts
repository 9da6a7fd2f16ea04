import type pg from 'pg'

/** Reads `COPY … TO STDOUT` to its end, as fast as the driver hands it on. @returns its bytes */
export function readCopy(client: pg.Client, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    // The methods that the driver calls while this is the current statement.
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
