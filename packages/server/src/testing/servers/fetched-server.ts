import type { Restartable } from '../started-program.ts'

/** A server that others wrote, which `npm run test:servers` fetches once and its tests then start. */
export interface FetchedServer<Started extends { stop(): Promise<void> }> {
  /** Its name and version, as the table of the guide shows them. */
  name: string
  version: string
  /** Where it comes from, in a few words for the guide. */
  origin: string
  /** Fetches it into the cache if it is not there. @throws Error with a sentence if a tool is missing */
  fetch(): Promise<unknown>
  /** Starts it on 127.0.0.1, with data of its own. */
  start(): Promise<Started>
}

/** A started server with a port of its own on 127.0.0.1. */
export interface StartedServer extends Restartable {
  port: number
  stop(): Promise<void>
}
