import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { type CopySession, postgresSession } from './copy-session.ts'
import { MIGRATION_LOCK } from './postgres.ts'
import { connectError } from './start-failure.ts'
import type { UnmigratedDatabase } from './unmigrated.ts'

/** Opens a PostgreSQL database without a migration, on one connection. @throws Error with one sentence */
export async function openUnmigratedPostgres(url: string): Promise<UnmigratedDatabase> {
  const client = new Client({ connectionString: url, application_name: 'sightline copy', keepAlive: true })
  // The running statement fails as well, and its caller gets that error.
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw connectError(cause)
  })
  const session = postgresSession(client)
  const inTransaction = async <Value>(begin: string, work: (session: CopySession) => Promise<Value>): Promise<Value> => {
    await session.run(begin)
    try {
      const value = await work(session)
      await session.run('commit')
      return value
    } catch (error) {
      // A connection that is lost has ended the transaction as well.
      await session.run('rollback').catch(() => {})
      throw error
    }
  }
  return {
    kind: 'postgres',
    db: drizzle(client),
    read: (work) => inTransaction('begin isolation level repeatable read read only', work),
    // Servers that start meanwhile wait for the same lock.
    write: (work) => inTransaction(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`, work),
    close: () => client.end(),
  }
}
