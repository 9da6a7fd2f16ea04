import { sql } from 'drizzle-orm'
import type { Db } from './db/db.ts'

/** Milliseconds that the clocks of machines may be apart. Ages, schedules, retention and sessions are counted by several of them. */
export const CLOCK_LIMIT_MS = 5 * 60_000

/**
 * @param now the clock of this machine
 * @returns by how many milliseconds the clock of this machine is ahead of that of the database; negative if it is behind
 */
export async function aheadOfDatabase(db: Db, now: () => Date): Promise<number> {
  const time = sql<string>`extract(epoch from clock_timestamp()) * 1000`
  const [row] = await db.select({ time }).from(sql`(select) as nothing`)
  return now().getTime() - Number(row?.time)
}

/** @throws Error with a sentence about the clocks and one about what to do, if they are too far apart */
export async function refuseWrongClock(db: Db, now: () => Date): Promise<void> {
  const apart = Math.abs(await aheadOfDatabase(db, now))
  if (apart <= CLOCK_LIMIT_MS) return
  const minutes = Math.round(apart / 60_000)
  throw new Error(`The clocks of this machine and of the database are ${minutes} minutes apart. Set them right.`)
}
