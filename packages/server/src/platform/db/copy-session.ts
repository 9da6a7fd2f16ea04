import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { Client } from 'pg'
import { copyFromServer, copyToServer } from './postgres-copy.ts'

/** A value of a column: numbers are cast to text or to `float8` in the statement, so that both engines return the same. */
export type CellValue = string | number | boolean | Uint8Array | null

/** Statements within one transaction of either engine, for work below the query builder: copying whole tables. */
export interface CopySession {
  /** Runs one statement. */
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, CellValue>[]>
  /** Runs statements without values. */
  run(text: string): Promise<void>
  /** @param query a SELECT @returns its rows in the text format of COPY */
  copyOut(query: string): Promise<Uint8Array>
  /** @param target a table with its columns @param bytes rows in the text format of COPY */
  copyIn(target: string, bytes: Uint8Array): Promise<void>
}

/** The file name under which the embedded engine sees the bytes of a call. */
const BLOB = "'/dev/blob'"

/** A session in a transaction of the embedded engine. */
export function embeddedSession(transaction: Pick<Transaction | PGlite, 'query' | 'exec'>): CopySession {
  return {
    async rows(text, values) {
      const { rows } = await transaction.query<Record<string, CellValue>>(text, values === undefined ? undefined : [...values])
      return rows
    },
    async run(text) {
      await transaction.exec(text)
    },
    async copyOut(query) {
      const { blob } = await transaction.query(`copy (${query}) to ${BLOB}`)
      return blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array()
    },
    async copyIn(target, bytes) {
      await transaction.query(`copy ${target} from ${BLOB}`, [], { blob: new Blob([new Uint8Array(bytes)]) })
    },
  }
}

/** A session on a connection to PostgreSQL, which is in a transaction. */
export function postgresSession(client: Client): CopySession {
  return {
    async rows(text, values) {
      const { rows } = await client.query<Record<string, CellValue>>(text, values === undefined ? undefined : [...values])
      return rows
    },
    async run(text) {
      await client.query(text)
    },
    copyOut: (query) => copyFromServer(client, `copy (${query}) to stdout`),
    copyIn: (target, bytes) => copyToServer(client, `copy ${target} from stdin`, bytes),
  }
}
