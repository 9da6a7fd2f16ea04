import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Installation } from './installation.ts'

/** Sends one request. @throws if it is not answered with status 200 */
export type Ask = (path: string, body?: unknown) => Promise<string>

/** A client of an installation over the connections of `agent`. */
export const askerOf =
  ({ url, headers }: Pick<Installation, 'url' | 'headers'>, agent: Agent): Ask =>
  (path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
      sent.once('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`))
        text(response).then(resolve, reject)
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
