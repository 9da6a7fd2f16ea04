import { type AccessCall, urlOf } from './access-calls.ts'
import type { Caller } from './access-table.ts'
import type { AccessWorld } from './access-world.ts'

/** The outcome of a call. */
export interface AccessOutcome {
  /** The sign of the access table, or the status if there is none for it. */
  sign: string
  status: number
  code: string | undefined
  text: string
}

let calls = 0

/** Calls a route as one of the callers. */
export async function callRoute(world: AccessWorld, route: string, call: AccessCall, caller: Caller): Promise<AccessOutcome> {
  const [method = 'GET'] = route.split(' ')
  // A key is valid only for its own query.
  const subject = caller === 'key of a disabled owner' ? { ...world, query: world.abandoned } : world
  const body = call.raw ?? (call.body ? JSON.stringify(call.body(subject)) : undefined)
  const response = await world.callers[caller].fetch(urlOf(route, subject, call), {
    method,
    ...(body === undefined ? {} : { body: call.raw ? new Uint8Array(call.raw) : String(body) }),
    // Another IP address for each call, so that rate limits do not interfere.
    headers: {
      'x-forwarded-for': `10.0.${++calls >> 8}.${calls & 255}`,
      ...(call.raw ? {} : { 'content-type': 'application/json' }),
    },
  })
  const text = await response.text()
  const code = codeIn(text)
  const isSentToSignIn = /login\?next=/.test(response.headers.get('location') ?? '')
  return { sign: isSentToSignIn ? '.' : signOf(response.status, code), status: response.status, code, text }
}

function signOf(status: number, code: string | undefined): string {
  if (status < 400) return '+'
  if (status === 403) return '-'
  if (status === 404) return code === 'unauthenticated' ? '.' : '0'
  return status < 500 ? '!' : String(status)
}

function codeIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined
  } catch {
    return undefined
  }
}
