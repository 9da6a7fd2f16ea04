import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from './caller.ts'
import { type Knowledge, rowText } from './clients.ts'
import type { Cluster } from './cluster.ts'
import { SCHEDULE_SECONDS, type World } from './world.ts'

/** Results whose rows are read and compared. */
const COMPARED = 300

/** Checks everything that must hold after any faults. @returns one sentence for each violation */
export async function violationsIn(
  cluster: Cluster,
  caller: Caller,
  world: World,
  { ledger, jobs, created }: Knowledge,
  /** Seconds from the creation of the schedules until they were removed. */
  scheduleTime: number,
): Promise<string[]> {
  const found = async (text: string, values: unknown[] = []) => (await cluster.metadata.query(text, values)).rows
  const each = async (sentence: string, text: string, values: unknown[] = []) =>
    (await found(text, values)).slice(0, 10).map((row) => `${sentence}: ${JSON.stringify(row)}`)

  const written = new Map<string, number>()
  for (const { id, count } of (await cluster.source.query('SELECT id, count(*)::int AS count FROM ledger GROUP BY id')).rows)
    written.set(id, count)

  return [
    ...ledger.violations(written),
    ...(await each(
      'An execution has not ended exactly once',
      `SELECT id, status, (SELECT count(*)::int FROM recorded_changes WHERE execution = id AND after IN (3, 4)) AS ends FROM executions
       WHERE (SELECT count(*) FROM recorded_changes WHERE execution = id AND after IN (3, 4)) <> 1`,
    )),
    ...(await each('An ended execution has changed again', 'SELECT * FROM recorded_changes WHERE before IN (3, 4)')),
    ...(await each(
      'An execution that is done has no result, or not its own',
      `SELECT e.id, e.query_result_id FROM executions e LEFT JOIN query_results r ON r.id = e.query_result_id
       WHERE e.status = 3 AND (r.id IS NULL OR r.query <> e.query)`,
    )),
    ...(await each(
      'Clients were given a job that is not there',
      'SELECT given FROM unnest($1::uuid[]) AS given WHERE given NOT IN (SELECT id FROM executions)',
      [[...jobs]],
    )),
    ...(await each(
      'A confirmed query is not there',
      'SELECT given FROM unnest($1::text[]) AS given WHERE given NOT IN (SELECT name FROM queries)',
      [[...created]],
    )),
    ...(await each('A result counts as lost', 'SELECT id, file FROM query_results WHERE is_lost')),
    ...(await filesAndRows(cluster)),
    ...(await comparedRows(cluster, caller)),
    ...(await each(
      'A schedule has run too often',
      `SELECT query_id, count(*)::int AS runs FROM executions WHERE scheduled GROUP BY query_id HAVING count(*) > $1`,
      [Math.floor(scheduleTime / SCHEDULE_SECONDS) + 1],
    )),
    ...(await each(
      'A schedule was due and has never run',
      'SELECT due FROM unnest($1::int[]) AS due WHERE NOT EXISTS (SELECT 1 FROM executions WHERE scheduled AND due = ANY (query_ids))',
      // Clients run the watched queries more often than their schedules would.
      [scheduleTime > 2 * SCHEDULE_SECONDS ? world.scheduled : []],
    )),
    ...(await scheduledStatements(cluster)),
    ...(await each(
      'An event of an alert does not follow from the one before',
      `SELECT * FROM (SELECT id, alert_id, state_before, lag(state, 1, 'unknown') OVER (PARTITION BY alert_id ORDER BY id) AS last
        FROM alert_events) AS e WHERE state_before <> last`,
    )),
    ...(await each(
      'The state of an alert is not that of its last event',
      `SELECT a.id, a.state FROM alerts a WHERE a.state <> coalesce(
        (SELECT e.state FROM alert_events e WHERE e.alert_id = a.id ORDER BY e.id DESC LIMIT 1), 'unknown')`,
    )),
    ...(await each(
      'An alert has not checked the newest result',
      'SELECT a.id FROM alerts a JOIN queries q ON q.id = a.query_id WHERE a.evaluated_result_id <> q.latest_query_data_id',
    )),
    ...(await each(
      'An event has no message',
      // The first check of an alert that is in order notifies no one.
      `SELECT id FROM alert_events e WHERE (state_before <> 'unknown' OR state <> 'ok')
        AND NOT EXISTS (SELECT 1 FROM alert_deliveries d WHERE d.event_id = e.id)`,
    )),
    ...(await messages(cluster)),
    ...(await each(
      'A lock is still held',
      `SELECT locktype, mode, pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )),
    ...(await each(
      'A transaction is still open',
      `SELECT pid, query FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'`,
    )),
    ...(await runningStatements(cluster)),
    ...leftFiles(cluster),
    ...cluster.members.flatMap(({ unexpected }) => unexpected),
  ]
}

/** Each result has its file, of its size, and each file that is old enough its result. */
async function filesAndRows({ metadata, files }: Cluster): Promise<string[]> {
  const { rows } = await metadata.query<{ file: string; size: string }>('SELECT file, size FROM query_results')
  const known = new Set(rows.map(({ file }) => file))
  const sizes = await files.sizes()
  const areOld = files.setTimes !== null
  return [
    ...rows.flatMap(({ file, size }) => {
      const there = sizes.get(file)
      if (there === undefined) return [`The file of a result is missing: ${file}`]
      return there === Number(size) ? [] : [`The file ${file} has ${there} bytes in place of ${size}.`]
    }),
    ...[...sizes.keys()]
      .filter((name) => areOld && name.startsWith('results/') && !known.has(name))
      .map((name) => `A file belongs to no result: ${name}`),
    ...[...sizes.keys()].filter((name) => name.endsWith('.part')).map((name) => `A part of a file was left: ${name}`),
  ]
}

/** The rows of some results of the reading clients are those that their statements return. */
async function comparedRows({ metadata }: Cluster, caller: Caller): Promise<string[]> {
  const { rows } = await metadata.query<{ id: number; query: string; row_count: number }>(
    `SELECT id, query, row_count FROM query_results WHERE query LIKE '%AS digits FROM generate_series%' ORDER BY random() LIMIT ${COMPARED}`,
  )
  const wrong: string[] = []
  for (const { id, query, row_count } of rows) {
    const [, seed = '', count] = /md5\('(\S+) ' \|\| i\).*\(1, (\d+)\)/.exec(query) ?? []
    const { rows: read } = await caller.must<{ rows: unknown[][] }>(`/api/query_results/${id}/window?limit=100`)
    const isRight = read.every(([row, digits]) => digits === rowText(seed, Number(row)))
    if (!isRight || read.length !== Number(count) || row_count !== Number(count))
      wrong.push(`The rows of result ${id} are wrong.`)
  }
  return wrong
}

/** A schedule's statement runs once for each execution, and once more for each worker that was lost meanwhile. */
async function scheduledStatements({ metadata, source }: Cluster): Promise<string[]> {
  const { rows } = await source.query('SELECT schedule, count(*)::int AS count FROM scheduled_ledger GROUP BY schedule')
  const wrong: string[] = []
  for (const { schedule, count } of rows) {
    const text = `INSERT INTO scheduled_ledger VALUES ('${schedule}') RETURNING schedule`
    const { rows: runs } = await metadata.query(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE status = 3)::int AS done, sum(retries)::int AS retries FROM executions WHERE query = $1`,
      [text],
    )
    // A worker that stops in the middle hands its run back without counting a loss.
    const { count: executions = 0, done = 0, retries = 0 } = runs[0] ?? {}
    if (count < done || count > 2 * executions + retries)
      wrong.push(
        `The statement of "${schedule}" has run ${count} times in ${executions} executions, of which ${done} are done.`,
      )
  }
  return wrong
}

/** A statement may only go on at the data source if its worker was lost with its executor, or if its run says so. */
async function runningStatements({ metadata, source }: Cluster): Promise<string[]> {
  const { rows } = await source.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%Job ID:%'`,
  )
  const wrong: string[] = []
  for (const { query } of rows) {
    const [, id] = /Job ID: (\S+),/.exec(query) ?? []
    const { rows: runs } = await metadata.query('SELECT error, retries FROM executions WHERE id = $1', [id])
    const { error = '', retries = 0 } = runs[0] ?? {}
    if (retries === 0 && !/may still be working|worker that ran this query stopped/.test(error))
      wrong.push(`A statement still runs at the data source, and its run says "${error}": ${query}`)
  }
  return wrong
}

/** Each message of an alert that counts as sent has arrived, and the others say why not. */
async function messages({ metadata, receiver }: Cluster): Promise<string[]> {
  const { rows } = await metadata.query('SELECT deduplication_key AS key, state, last_error FROM alert_deliveries')
  return rows.flatMap(({ key, state, last_error }) => {
    if (state === 'sent' && !receiver.received.has(key)) return [`The message ${key} counts as sent and has not arrived.`]
    if (state !== 'sent') return [`The message ${key} was not sent: ${last_error}`]
    return []
  })
}

/** Temporary files and folders that nobody uses, after all work has ended. */
function leftFiles({ members }: Cluster): string[] {
  const inFolder = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  return members.flatMap(({ name, dataDir, pid }) =>
    inFolder(join(dataDir, 'tmp'))
      .filter((entry) => !entry.startsWith(`${pid}-`) || !entry.includes('-duckdb-'))
      .map((entry) => `${name} has left ${entry} in its temporary folder.`),
  )
}
