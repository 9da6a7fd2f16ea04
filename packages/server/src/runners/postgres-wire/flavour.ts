import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Ask } from '../sql/schema-tables.ts'

/** What a run on a server is known by there: the number of its process, or a name. */
export type SessionId = number | string

/**
 * How a kind of server that speaks PostgreSQL's protocol is asked for what the protocol leaves open. Statements go over a
 * connection of their own.
 */
export interface Flavour {
  /** Keeps connections of different kinds of servers apart. */
  name: string
  /**
   * Whether columns are asked for in the binary forms of PostgreSQL, which decode faster. A server that keeps its values in
   * another way is asked for texts, which all write alike.
   */
  hasBinaryForms: boolean
  /** A statement whose one value names the session; null where the number of the process is what the server asks for. */
  sessionName: string | null
  /** Asks for the end of a session of the same user. Resolves to true when there is none any more. */
  endSession(ask: Ask, session: SessionId): Promise<boolean>
  /** What a session waits for, in a sentence; null when the server does not tell. */
  waitState?(ask: Ask, session: SessionId): Promise<string | null>
  readSchema(ask: Ask): Promise<SchemaTable[]>
}

/** A text as SQL writes it. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
