// The driver's public declarations omit its connections.
declare module 'cassandra-driver/lib/connection.js' {
  export default class Connection {
    readonly options: { socketOptions: { connectTimeout: number } }
    open(callback: (error?: unknown) => void): void
  }
}

declare module 'cassandra-driver/lib/prepare-handler.js' {
  import type { Client } from 'cassandra-driver'

  interface PreparedStatement {
    /** The parameters; codes as in `types.dataTypes`. */
    meta: { columns: { type: { code: number } }[] }
  }
  const PrepareHandler: {
    getPrepared(client: Client, loadBalancing: object, query: string, keyspace: string): Promise<PreparedStatement>
  }
  export default PrepareHandler
}
