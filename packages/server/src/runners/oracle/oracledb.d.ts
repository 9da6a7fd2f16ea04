// The driver has no type declarations: these cover what is used here.
declare module 'oracledb' {
  export interface DbType {
    readonly name: string
  }
  export interface Metadata {
    name: string
    dbTypeName: string
    /** 0 if none is declared. */
    precision?: number
    /** -127 for numbers with binary precision. */
    scale?: number
  }
  export interface ResultSet {
    metaData: Metadata[]
    getRows(count: number): Promise<unknown[][]>
    close(): Promise<void>
  }
  export interface ExecuteOptions {
    resultSet: true
    outFormat: number
    autoCommit: boolean
    fetchArraySize: number
    prefetchRows: number
    fetchTypeHandler(column: Metadata): { type: DbType } | undefined
  }
  /** A value that goes in, with its type. */
  export interface Bind {
    val: string
    type: DbType
  }
  export interface Connection {
    execute(text: string, binds: Bind[], options: ExecuteOptions): Promise<{ resultSet?: ResultSet }>
    break(): Promise<void>
    ping(): Promise<void>
    close(options?: { drop: boolean }): Promise<void>
  }
  export interface ConnectionOptions {
    user: string
    password: string
    connectString: string
    /** Seconds. */
    connectTimeout: number
    transportConnectTimeout: number
  }
  interface OracleDriver {
    OUT_FORMAT_ARRAY: number
    DB_TYPE_CHAR: DbType
    DB_TYPE_VARCHAR: DbType
    DB_TYPE_RAW: DbType
    getConnection(options: ConnectionOptions): Promise<Connection>
  }
  const driver: OracleDriver
  export default driver
}

declare module 'oracledb/lib/thin/sqlnet/ntTcp.js' {
  import type { Socket } from 'node:net'

  /** A connection of the driver. */
  export default class NetworkTransport {
    stream: Socket
    connected: boolean
    ntConnect(address: { host: string; port: number }): Promise<void>
  }
}
