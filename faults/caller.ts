import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Cluster } from './cluster.ts'
import type { Observed } from './observed.ts'

/** A call that takes longer than this is a fault: no pause and no outage lasts as long. */
const LIMIT_MS = 60_000
const POLL_MS = 150
/** Pause while no web process accepts connections. */
const REFUSED_MS = 300

/** The reply to a call; `lost` if the connection ended before it was complete. */
export type Reply = { status: number; body: unknown; text: string } | 'lost'

/** Calls the web processes of the cluster in turn. */
export interface Caller {
  /** Calls once, and records what was seen. */
  call(method: string, path: string, body?: unknown): Promise<Reply>
  /** For the set-up and the checks, when nothing fails. @throws if the status is not 200 */
  must<Body>(path: string, body?: unknown): Promise<Body>
  /** Follows a job until its end. @returns null if there is no such job */
  ended(id: string): Promise<Job | null>
}

/** The codes of refusals that docs/reliability.md promises. */
const PROMISED = new Set([
  'database_unavailable',
  'outcome_unknown',
  'disk_full',
  'process_lost',
  'not_ready',
  'storage_unavailable',
])

export function callerOf({ members, key }: Pick<Cluster, 'members' | 'key'>, observed: Observed): Caller {
  const urls = members.flatMap(({ url }) => (url === null ? [] : [url]))
  const headers = { authorization: `Key ${key}` }
  let turn = 0

  /** Sends a call to one web process after the other until one of them accepts the connection, as proxies do. */
  async function send(method: string, path: string, body?: unknown): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await sendTo(`${urls[turn++ % urls.length]}${path}`, method, path, body)
      if (reply !== 'refused') return reply
      if (attempt < urls.length) continue
      observed.failed('no web process runs')
      await sleep(REFUSED_MS)
      attempt = 0
    }
  }

  async function sendTo(url: string, method: string, path: string, body: unknown): Promise<Reply | 'refused'> {
    const isRaw = body instanceof Uint8Array
    const type = isRaw ? 'application/octet-stream' : 'application/json'
    const content = body === undefined ? {} : { body: isRaw ? new Blob([Buffer.from(body)]) : JSON.stringify(body) }
    const started = Date.now()
    try {
      const response = await fetch(url, {
        ...{ method, ...content, signal: AbortSignal.timeout(LIMIT_MS) },
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return { status: response.status, text, body: isJson ? JSON.parse(text) : null }
    } catch (error) {
      if (isRefusal(error)) return 'refused'
      if (Date.now() - started >= LIMIT_MS) observed.violated(`${method} ${path} was not answered within ${LIMIT_MS / 1000} s.`)
      return 'lost'
    }
  }

  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await send(method, path, body)
    if (reply === 'lost') observed.failed('connection to the web process lost')
    else if (reply.status < 400) observed.worked()
    else {
      const code = codeOf(reply)
      if (PROMISED.has(code)) observed.failed(`${reply.status} ${code}`)
      else observed.violated(`${method} ${path} was answered ${reply.status}: ${reply.text.slice(0, 300)}`)
    }
    return reply
  }

  return {
    call,
    async must<Body>(path: string, body?: unknown) {
      const reply = await send(body === undefined ? 'GET' : 'POST', path, body)
      if (reply === 'lost' || reply.status !== 200)
        throw new Error(`${path} was answered ${reply === 'lost' ? reply : `${reply.status}: ${reply.text}`}`)
      return reply.body as Body
    },
    async ended(id) {
      for (;;) {
        const reply = await call('GET', `/api/jobs/${id}`)
        const job = jobIn(reply)
        if (job !== null && job.status >= 3) return job
        if (reply !== 'lost' && reply.status === 404) return null
        await sleep(POLL_MS)
      }
    },
  }
}

/** Whether nothing has been sent, because no one listens on the port. */
const isRefusal = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNREFUSED'

/** The job of a reply; null if it has none. */
export function jobIn(reply: Reply): Job | null {
  if (reply === 'lost' || reply.status !== 200) return null
  return (reply.body as { job?: Job }).job ?? null
}

/** The first rows of a run that was answered at once; null if there are none. */
export function windowIn(reply: Reply): ResultWindow | null {
  if (reply === 'lost' || reply.status !== 200) return null
  return (reply.body as { window?: ResultWindow }).window ?? null
}

/** The code of a refusal; empty if it has none. */
export const codeOf = (reply: Reply): string => (reply === 'lost' ? '' : ((reply.body as { code?: string } | null)?.code ?? ''))
