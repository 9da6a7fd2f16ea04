import { setTimeout as delay } from 'node:timers/promises'

const POLL_INTERVAL_MS = 10

/** Waits while a condition holds, with a pause between two checks. The test's time limit bounds it. */
export async function pollWhile(condition: () => Promise<boolean>): Promise<void> {
  while (await condition()) await delay(POLL_INTERVAL_MS)
}
