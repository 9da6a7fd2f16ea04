import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool, type PoolClient } from 'pg'
import type { PostgresDatabase } from './database.ts'
import { MIGRATIONS, refuseNewerSchema } from './migrations.ts'
import { postgresSnapshots, setSnapshotReader } from './snapshot-cache.ts'
import { connectError } from './start-failure.ts'

/** Key of our advisory lock: any number that no other program on the same database uses. */
export const MIGRATION_LOCK = 7_150_501

/**
 * Opens a PostgreSQL database, version 14 or newer.
 * @param poolSize maximum number of connections; the event bus uses one of its own
 */
export async function openPostgres(url: string, onError: (error: Error) => void, poolSize: number): Promise<PostgresDatabase> {
  await migratePostgres(url)
  const pool = new TransactionPool({
    connectionString: url,
    max: poolSize,
    application_name: 'sightline',
    keepAlive: true,
  })
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', onError)
  const db = drizzle(pool)
  setSnapshotReader(
    db,
    postgresSnapshots((text) => pool.query<{ name: string }>(text)),
  )
  return { kind: 'postgres', db, url, pool, close: () => pool.end() }
}

async function migratePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'sightline migrations' })
  // The running statement fails as well, and its caller gets that error.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    throw connectError(cause)
  }
  try {
    // Processes that start at the same time wait for each other: the first one migrates, the others find the tables up to date.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await refuseNewerSchema(db)
    await migrate(db, { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}

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
