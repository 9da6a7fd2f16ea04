import type { Database } from '../db/database.ts'
import { createMemoryBus, type EventBus } from './bus.ts'
import { createPostgresBus } from './postgres.ts'

/** Opens the event bus that matches the database. */
export async function openEvents(database: Database, onError: (error: unknown) => void): Promise<EventBus> {
  return database.kind === 'embedded' ? createMemoryBus(onError) : createPostgresBus(database.url, database.pool, onError)
}
