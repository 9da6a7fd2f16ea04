import { Agent, request } from 'node:http'
import type { Call } from './calls.ts'

/** Timeout of a call in milliseconds, after which it counts as hanging. */
const HANG_MS = 10_000
/** Number of characters kept of a response. */
const KEPT_TEXT = 500

/** The outcome of a call. */
export type Outcome =
  | { kind: 'answer'; status: number; text: string }
  /** The connection broke before the response was complete. */
  | { kind: 'reset'; reason: string }
  | { kind: 'hang' }

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a call. An event stream counts as a response as soon as it starts. */
export async function send(url: string, call: Call): Promise<Outcome> {
  const { outcome, isStale } = await attempt(url, call)
  // The server may close a keep-alive connection at the moment it is reused.
  return isStale ? (await attempt(url, call)).outcome : outcome
}

function attempt(url: string, { method, path, headers, body }: Call): Promise<{ outcome: Outcome; isStale: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const sent = request({ agent, hostname, port, method, path, headers, setHost: headers.host === undefined })
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      resolve({ outcome, isStale: outcome.kind === 'reset' && sent.reusedSocket })
      if (outcome.kind !== 'answer') sent.destroy()
    }
    const timer = setTimeout(() => end({ kind: 'hang' }), HANG_MS)
    sent.once('error', (error) => end({ kind: 'reset', reason: error.message }))
    sent.once('response', (response) => {
      const status = response.statusCode ?? 0
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => {
        if (text.length < KEPT_TEXT) text += chunk.slice(0, KEPT_TEXT)
      })
      response.once('end', () => end({ kind: 'answer', status, text }))
      response.once('error', (error) => end({ kind: 'reset', reason: error.message }))
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        end({ kind: 'answer', status, text: 'a stream of events' })
        sent.destroy()
      }
    })
    if (body !== null) sent.write(body)
    sent.end()
  })
}
