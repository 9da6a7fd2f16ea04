import type { Database } from '../platform/db/database.ts'
import { createMemoryBus } from '../platform/events/memory.ts'
import { openQueue } from '../platform/queue/boss.ts'

/** Lets the queue make its tables in a database, which others are then copied from. */
export async function makeQueueTables(database: Database): Promise<void> {
  const fail = (error: unknown) => {
    throw error
  }
  const queue = await openQueue(database, createMemoryBus(fail), fail)
  await queue.close()
}
