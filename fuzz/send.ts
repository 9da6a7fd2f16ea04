import { Agent, request } from 'node:http'
import type { Call } from './calls.ts'

/** A call that takes longer than this hangs, ms. */
export const HANG_MS = 10_000
/** Characters of an answer that are kept. */
const KEPT_TEXT = 500

/** The outcome of a call. */
export type Outcome =
  | { kind: 'answer'; status: number; text: string }
  /** The connection broke before the answer was whole. */
  | { kind: 'reset'; reason: string }
  | { kind: 'hang' }

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a call. A stream of events counts as answered as soon as it begins. */
export async function send(url: string, call: Call): Promise<Outcome> {
  const { outcome, isStale } = await attempt(url, call)
  // The server may close a connection that was kept in the same moment in which it is used again.
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
