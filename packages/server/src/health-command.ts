import { z } from 'zod'
import { givenVariables } from './platform/settings/environment.ts'
import { monitoringSettings } from './platform/settings/monitoring.ts'
import { serverSettings } from './platform/settings/server.ts'

// Only these are read: reading all settings would create the secret key of a new installation.
const { PORT, HOST, SIGHTLINE_ROLE } = serverSettings
const { SIGHTLINE_WORKER_PORT } = monitoringSettings
const Place = z.object({ PORT, HOST, SIGHTLINE_ROLE, SIGHTLINE_WORKER_PORT })

/** Milliseconds that the server may take to answer. It waits up to five seconds for its database. */
const PATIENCE_MS = 8_000

/** The result of asking a server for its health. */
export interface HealthReport {
  canWork: boolean
  /** Its own words, or a sentence about why there are none. */
  text: string
}

/**
 * Asks the server that runs on this machine with the same settings, as health checks of containers do.
 * @param env environment variables
 */
export async function healthOf(env: Readonly<Record<string, string | undefined>>): Promise<HealthReport> {
  try {
    const url = healthUrl(placeIn(env))
    const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((cause: unknown) => {
      throw new Error(`Sightline does not answer at ${url}.`, { cause })
    })
    return { canWork: reply.ok, text: await reply.text() }
  } catch (error) {
    return { canWork: false, text: error instanceof Error ? error.message : String(error) }
  }
}

/** Prints the health of the server, and sets the exit code. */
export async function reportHealth(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { canWork, text } = await healthOf(env)
  process.stdout.write(`${text}\n`)
  process.exitCode = canWork ? 0 : 1
}

/** @throws Error with a sentence if one of the settings is invalid */
function placeIn(env: Readonly<Record<string, string | undefined>>): z.output<typeof Place> {
  const { data, error } = Place.safeParse(givenVariables(env))
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`)
}

/** The URL at which a process answers with its health. @throws Error with a sentence if it has none */
function healthUrl(place: z.output<typeof Place>): string {
  const port = place.SIGHTLINE_ROLE === 'worker' ? place.SIGHTLINE_WORKER_PORT : place.PORT
  if (port === undefined) throw new Error('A worker answers only if SIGHTLINE_WORKER_PORT is set.')
  if (port === 0) throw new Error('The port is not known, because PORT is 0.')
  return `http://${reachable(place.HOST)}:${port}/healthz`
}

/** The IP address by which a program of the same machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
