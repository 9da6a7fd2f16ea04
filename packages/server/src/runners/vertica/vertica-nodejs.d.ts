// The driver has no type declarations: these cover what is used here.
declare module 'vertica-nodejs' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'

  export interface Field {
    name: string
    dataTypeID: number
    /** Precision and scale, or length; -1 for none. */
    dataTypeModifier: number
  }
  export interface WireConnection {
    stream: Socket
    query(text: string): void
    sendCopyError(file: string, line: number, method: string, message: string): void
    sendCopyFail(message: string): void
  }
  /** Handler of the messages for one query. */
  export interface Submittable {
    submit(connection: WireConnection): Error | null
    handleRowDescription(message: { fields: Field[] }): void
    handleDataRow(message: { fields: (string | null)[] }): void
    handleCommandComplete(message: unknown, connection: WireConnection): void
    handleEmptyQuery(connection: WireConnection): void
    handlePortalSuspended(message: unknown, connection: WireConnection): void
    handleError(error: Error, connection: WireConnection): void
    handleReadyForQuery(connection: WireConnection): void
    handleCopyInResponse(connection: WireConnection): void
    handleVerifyFiles(message: unknown, connection: WireConnection): void
    handleLoadFile(message: unknown, connection: WireConnection): void
    handleWriteFile(message: unknown, connection: WireConnection): void
    handleEndOfBatchResponse(connection: WireConnection): void
  }
  export interface ClientOptions {
    host: string
    port: number
    user: string
    password: string
    database: string
    tls_mode: 'disable' | 'require'
    connectionTimeoutMillis: number
    client_label: string
    backup_server_node: string
    /** A socket to use instead of a new connection. */
    stream?: Socket
  }
  class Client extends EventEmitter {
    constructor(options: ClientOptions)
    readonly connection: WireConnection
    readonly processID: number
    readonly secretKey: number
    connect(): Promise<void>
    query<Query extends Submittable>(query: Query): Query
    end(): Promise<void>
  }
  const driver: { Client: typeof Client }
  export default driver
  export type { Client }
}
