/** Messages between the processes of one installation: in memory on the embedded database, LISTEN/NOTIFY on PostgreSQL. */
export interface EventBus {
  /** Payloads are JSON of at most 7,900 bytes; send larger data by reference. */
  publish(channel: string, payload: unknown): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
  close(): Promise<void>
}
