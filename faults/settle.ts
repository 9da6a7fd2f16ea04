import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

const POLL_MS = 500
/** A job of a lost worker is taken over after a minute, and an alert is looked at again a minute later. */
const LIMIT_MS = 300_000
/** Files without a row are removed when they are older than an hour. */
const AGE_MS = 7_200_000

/** Work that is still under way, each with its statement, which must find nothing in the end. */
const UNDER_WAY = {
  'executions that have not ended': 'SELECT id FROM executions WHERE status IN (1, 2)',
  'runs that schedules wait for': 'SELECT id FROM queries WHERE scheduled_execution_id IS NOT NULL',
  'background jobs that run or are due': 'SELECT name FROM background_jobs WHERE started_at IS NOT NULL OR run_at <= now()',
  'results that alerts have not checked': 'SELECT * FROM alert_checks',
  'messages of alerts that wait': `SELECT id FROM alert_deliveries WHERE state = 'waiting'`,
} as const

/**
 * Waits until all work has ended.
 * @returns one sentence for each kind of work that did not end in time
 */
export async function drained({ metadata }: Cluster): Promise<string[]> {
  // Schedules would start new work for ever, and the pause before a message is sent again may be an hour.
  await metadata.query('UPDATE queries SET schedule = NULL')
  for (const limit = Date.now() + LIMIT_MS; ; await sleep(POLL_MS)) {
    await metadata.query(
      `UPDATE alert_deliveries SET next_try_at = now() WHERE state = 'waiting' AND next_try_at > now() + interval '2 minutes'`,
    )
    const left: string[] = []
    for (const [what, statement] of Object.entries(UNDER_WAY)) {
      const { rows } = await metadata.query(statement)
      if (rows.length > 0) left.push(`${rows.length} ${what}: ${JSON.stringify(rows.slice(0, 3))}`)
    }
    if (left.length === 0 || Date.now() > limit) return left
  }
}

/** Makes all files of results two hours old and has the product remove those that no result knows, where a storage can do that. */
export async function cleanUp({ metadata, files }: Cluster): Promise<void> {
  if (files.setTimes === null) return
  files.setTimes(new Date(Date.now() - AGE_MS))
  await metadata.query(`UPDATE background_queues SET next_at = now() WHERE name = 'remove_orphan_files'`)
  const isPending = async () =>
    (
      await metadata.query(
        `SELECT 1 FROM background_queues WHERE name = 'remove_orphan_files' AND next_at <= now()
         UNION ALL SELECT 1 FROM background_jobs WHERE name = 'remove_orphan_files'`,
      )
    ).rows.length > 0
  while (await isPending()) await sleep(POLL_MS)
}
