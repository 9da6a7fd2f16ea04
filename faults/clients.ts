import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { type Caller, codeOf, jobIn, type Reply, windowIn } from './caller.ts'
import { Ledger, outcomeIn } from './ledger.ts'
import type { Observed } from './observed.ts'
import type { World } from './world.ts'

const PAUSE_MS = 120
const WAIT_MS = 3000
const CANCELLED_AFTER_MS = 700
const LARGE_EVERY = 8

/** The knowledge of clients about their work, to be compared with the records in the end. */
export interface Knowledge {
  ledger: Ledger
  /** Ids of all executions that clients were given. */
  jobs: Set<string>
  /** Names of queries whose creation was confirmed. */
  created: Set<string>
}

/** Clients that work until they are stopped. */
export interface Clients extends Knowledge {
  stop(): Promise<void>
}

/** The rows that a reading statement of the clients returns, as text. */
export const rowText = (seed: string, row: number) => createHash('md5').update(`${seed} ${row}`).digest('hex')

/** Starts clients of all kinds; each does one thing again and again. */
export function startClients(caller: Caller, { source, dashboards, shown, watched }: World, observed: Observed): Clients {
  const ledger = new Ledger()
  const jobs = new Set<string>()
  const created = new Set<string>()
  let isStopping = false
  const known = (reply: Reply): Job | null => {
    const job = jobIn(reply)
    // The job of a stored result is made for its reply and is not stored.
    if (job !== null && job.status < 3) jobs.add(job.id)
    return job
  }
  const run = (query: string, more: object = {}) =>
    caller.call('POST', '/api/query_results', { query, data_source_id: source, max_age: 0, ...more })
  /** The end of a run that was started; null if it was not. */
  async function end(reply: Reply): Promise<Job | null> {
    const job = known(reply)
    if (job === null) return null
    const last = job.status >= 3 ? job : await caller.ended(job.id)
    if (last === null) observed.violated(`Job ${job.id} was given to a client and is not there.`)
    else if (last.status === JobStatus.failed) observed.failed(`run failed: ${last.error}`)
    return last
  }

  const activities = {
    async read(round: number) {
      const seed = `${randomUUID()}`
      const count = 1 + (round % 40)
      const reply = await run(`SELECT i, md5('${seed} ' || i) AS digits FROM generate_series(1, ${count}) i`, { wait: WAIT_MS })
      await end(reply)
      const window = windowIn(reply)
      if (window === null) return
      const isRight = window.rows.every(([row, digits]) => digits === rowText(seed, Number(row)))
      if (!isRight || window.total !== count) observed.violated(`Rows of ${seed} are wrong: ${JSON.stringify(window.rows)}`)
    },
    async write() {
      const id = randomUUID()
      ledger.report(id, 'open')
      const reply = await run(`INSERT INTO ledger VALUES ('${id}') RETURNING id`, { wait: WAIT_MS })
      if (reply === 'lost' || codeOf(reply) === 'outcome_unknown') return ledger.report(id, 'unknown')
      if (jobIn(reply) === null) return ledger.report(id, 'refused')
      const job = await end(reply)
      if (job !== null) ledger.report(id, job.status === JobStatus.done ? 'done' : outcomeIn(job.error))
    },
    /** Rows that come slowly. */
    async long() {
      await end(await run(`SELECT i, pg_sleep(0.01)::text, '${randomUUID()}' FROM generate_series(1, 400) i`))
    },
    async cancel() {
      const job = known(await run(`SELECT pg_sleep(30)::text, '${randomUUID()}' AS id`))
      if (job === null) return
      await sleep(CANCELLED_AFTER_MS)
      await caller.call('DELETE', `/api/jobs/${job.id}`)
      await caller.ended(job.id)
    },
    async open(round: number) {
      await caller.call('GET', `/api/dashboards/${dashboards[round % dashboards.length]}`)
      await Promise.all(
        shown.map(async (id) => end(await caller.call('POST', `/api/queries/${id}/results`, { max_age: 5, wait: WAIT_MS }))),
      )
    },
    async watch() {
      for (const id of watched)
        await end(await caller.call('POST', `/api/queries/${id}/results`, { max_age: 0, wait: WAIT_MS }))
      await sleep(2000)
    },
    async download(round: number) {
      const query = shown[round % shown.length]
      const reply = await caller.call('GET', `/api/queries/${query}/results.csv`)
      if (reply === 'lost' || reply.status !== 200) return
      const lines = reply.text.trimEnd().split('\n').length
      if (lines !== 51) observed.violated(`A download of query ${query} has ${lines} lines in place of 51.`)
    },
    async upload(round: number) {
      const rows = round % LARGE_EVERY === 0 ? 100_000 : 100
      const text = `n,digits\n${Array.from({ length: rows }, (_, row) => `${row},${rowText('upload', row)}`).join('\n')}\n`
      const reply = await caller.call('POST', '/api/uploads?name=rows.csv', Buffer.from(text))
      if (reply === 'lost' || reply.status !== 200) return
      const found = (reply.body as { tables: { rows: number }[] }).tables[0]?.rows
      if (found !== rows) observed.violated(`An upload of ${rows} rows was read as ${found}.`)
      await sleep(1000)
    },
    async edit() {
      const name = `Edited ${randomUUID()}`
      const fields = { name, query: 'SELECT 1', data_source_id: source, options: { parameters: [] } }
      const reply = await caller.call('POST', '/api/queries', fields)
      if (reply === 'lost' || reply.status !== 200) return
      created.add(name)
      const { id, version } = reply.body as Query
      await caller.call('GET', `/api/queries/${id}`)
      await caller.call('POST', `/api/queries/${id}`, { name, query: 'SELECT 2', version })
    },
  }

  const { read, write, long, cancel, open, watch, download, upload, edit } = activities
  const works = [read, read, write, write, write, long, cancel, open, watch, download, upload, edit]
  const loops = works.map(async (work) => {
    for (let round = 0; !isStopping; round++) {
      await work(round)
      await sleep(PAUSE_MS)
    }
  })
  return {
    ...{ ledger, jobs, created },
    async stop() {
      isStopping = true
      await Promise.all(loops)
    },
  }
}
