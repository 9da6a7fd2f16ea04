import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import type { PostgresDatabase } from './database.ts'
import { MIGRATIONS, refuseNewerSchema } from './migrations.ts'
import { SNAPSHOT, setSnapshotReader } from './snapshot-cache.ts'
import { TransactionPool } from './transaction-pool.ts'

/** Connections of one process for API calls and jobs; queue and events hold a few more of their own. */
const POOL_SIZE = 10

/** Any number that no other program on the same database uses for an advisory lock. */
const MIGRATION_LOCK = 7_150_501

/** Opens a PostgreSQL database, 14 or newer, by its address. */
export async function openPostgres(url: string, onError: (error: Error) => void): Promise<PostgresDatabase> {
  await migratePostgres(url)
  const pool = new TransactionPool({
    connectionString: url,
    max: POOL_SIZE,
    application_name: 'sightline',
    keepAlive: true,
  })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', onError)
  const db = drizzle(pool)
  setSnapshotReader(db, async () => (await pool.query<{ name: string }>(SNAPSHOT)).rows[0]?.name)
  return { kind: 'postgres', db, url, pool, close: () => pool.end() }
}

async function migratePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'sightline migrations' })
  // The statement that is under way fails as well, and says so to its caller.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    throw new Error(`The database of SIGHTLINE_DATABASE_URL cannot be reached: ${messageOf(cause)}`, { cause })
  }
  try {
    // Processes that start together take turns: the first one migrates, the others find it done.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await refuseNewerSchema(db)
    await migrate(db, { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}

/** Node reports a refused connection to several addresses as one error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
