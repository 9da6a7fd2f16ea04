import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'

const READERS = 4
const RUNNERS = 4
const PATHS = ['/api/session', '/api/queries', '/api/dashboards', '/api/data_sources', '/login']

/** Counts of a load, so far. */
export interface LoadFigures {
  reads: number
  /** Runs of queries that were accepted. */
  started: number
  /** Runs that have ended with a result. */
  ended: number
  /** One sentence for each failure. */
  failures: string[]
}

/** Callers that read and run queries all the time, and never repeat a request. */
export interface RollingLoad {
  post<Body>(path: string, body: unknown): Promise<{ status: number; body: Body }>
  /** @param source data source that the queries run on */
  begin(source: number): void
  /** Resolves when this many further runs have ended, or when something has failed. */
  ended(runs: number): Promise<void>
  /** Starts nothing more, and waits for everything that was started. */
  finish(): Promise<LoadFigures>
}

export interface LoadTarget {
  port: number
  /** Host name of the requests. */
  host: string
  agent: Agent
  /** API key of the caller. */
  key: string
}

export function createRollingLoad({ port, host, agent, key }: LoadTarget): RollingLoad {
  const figures: LoadFigures = { reads: 0, started: 0, ended: 0, failures: [] }
  let isOver = false
  let callers: Promise<void>[] = []
  let onProgress = () => {}

  async function send(method: string, path: string, body?: unknown): Promise<IncomingMessage> {
    const headers = { host, authorization: `Key ${key}`, 'content-type': 'application/json' }
    const call = request({ host: '127.0.0.1', port, agent, method, path, headers })
    call.end(body === undefined ? undefined : JSON.stringify(body))
    const [reply] = await once(call, 'response')
    return reply
  }

  async function ask<Body>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> {
    const reply = await send(method, path, body)
    const content = await text(reply)
    const status = reply.statusCode ?? 0
    if (status >= 400) throw new Error(`${status} ${content.slice(0, 200)}`)
    return { status, body: reply.headers['content-type']?.startsWith('application/json') ? JSON.parse(content) : content }
  }

  async function read(turn: number): Promise<void> {
    await ask('GET', PATHS[turn % PATHS.length] ?? '/')
    figures.reads++
  }

  /** Runs a query and follows its events, then its state, as the web app does when a stream ends early. */
  async function run(source: number, name: string): Promise<void> {
    const query = `SELECT pg_sleep(0.05), '${name}' AS name`
    const { job } = (await ask<{ job: Job }>('POST', '/api/query_results', { query, data_source_id: source, max_age: 0 })).body
    figures.started++
    const stream = await send('GET', `/api/jobs/${job.id}/events`)
    if (stream.statusCode !== 200) throw new Error(`${stream.statusCode} for an event stream`)
    await text(stream)
    let state = job
    while (state.status !== JobStatus.done) {
      state = (await ask<{ job: Job }>('GET', `/api/jobs/${job.id}`)).body.job
      if (state.status === JobStatus.failed) throw new Error(`The run ${job.id} failed: ${state.error}`)
    }
    figures.ended++
    onProgress()
  }

  async function repeat(name: string, once: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      try {
        await once(turn)
      } catch (error) {
        figures.failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
        isOver = true
        onProgress()
      }
    }
  }

  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

  return {
    post: (path, body) => ask('POST', path, body),
    begin(source) {
      callers = [
        ...numbers(READERS).map((number) => repeat(`reader ${number}`, (turn) => read(turn + number))),
        ...numbers(RUNNERS).map((number) => repeat(`runner ${number}`, (turn) => run(source, `${number} ${turn}`))),
      ]
    },
    async ended(runs) {
      const goal = figures.ended + runs
      while (figures.ended < goal && !isOver) {
        await new Promise<void>((resolve) => {
          onProgress = resolve
        })
      }
    },
    async finish() {
      isOver = true
      await Promise.all(callers)
      return figures
    },
  }
}
