import { Pool, type PoolClient } from 'pg'

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A pool that survives connections breaking during a transaction. `pg` removes its error listener from a client that is checked
 * out, so a connection that breaks between two statements would end the process. And the query builder never releases a client
 * whose BEGIN failed, so ten such failures would leave no connection.
 */
export class TransactionPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect().then(releasedWhenBroken)
    super.connect(callback)
    return undefined
  }
}

/** Releases the client when its connection breaks; a later release by its user then does nothing. */
function releasedWhenBroken(client: PoolClient): PoolClient {
  const { release } = client
  let isReleased = false
  const releaseOnce = (error?: Error | boolean) => {
    if (isReleased) return
    isReleased = true
    client.off('error', releaseOnce)
    release(error)
  }
  client.on('error', releaseOnce)
  client.release = releaseOnce
  return client
}
