import { z } from 'zod'
import type { Session } from '../runner.ts'
import { askOn, close, endSession, open, type Server } from './connection.ts'

const Backend = z.object({ backend: z.union([z.int(), z.string()]) })

/** Ends the session of a run whose own process is gone. */
export async function stop(session: Session, server: Server, signal: AbortSignal): Promise<void> {
  await endSession(server, Backend.parse(session).backend, signal)
}

/** What a run waits for inside the server, in a sentence; null when it does not tell. */
export async function waitState(session: Session, server: Server, signal: AbortSignal): Promise<string | null> {
  const connection = await open(server, signal)
  try {
    return (await server.flavour.waitState?.(askOn(connection), Backend.parse(session).backend)) ?? null
  } finally {
    close(connection)
  }
}
