import type { Database } from '../db/database.ts'
import { createMemoryBus, type EventBus } from './bus.ts'

/** Opens the event bus that matches the database. */
export async function openEvents(database: Database, onError: (error: unknown) => void): Promise<EventBus> {
  if (database.kind === 'embedded') return createMemoryBus(onError)
  return (await import('./postgres.ts')).createPostgresBus(database.url, database.pool, onError)
}
