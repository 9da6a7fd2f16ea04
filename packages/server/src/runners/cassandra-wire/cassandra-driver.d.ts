// The driver's public declarations omit its connections.
declare module 'cassandra-driver/lib/connection.js' {
  export default class Connection {
    readonly options: { socketOptions: { connectTimeout: number } }
    open(callback: (error?: unknown) => void): void
  }
}
