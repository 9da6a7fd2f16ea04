import { z } from 'zod'
import { readListedColumns } from '../postgres-wire/catalogue.ts'
import { type Flavour, literal } from '../postgres-wire/flavour.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'

const Sessions = z.array(z.unknown())

/**
 * Statements of https://www.cockroachlabs.com/docs/stable/sql-statements. A query is first cancelled as PostgreSQL's are, which
 * versions before 22.1 do not know; then its session is.
 */
const cockroach: Flavour = {
  name: 'cockroach',
  hasBinaryForms: true,
  sessionName: 'SHOW session_id',
  async endSession(ask, session) {
    const id = literal(String(session))
    await ask(`CANCEL SESSION IF EXISTS ${id}`)
    return (
      Sessions.parse(await ask(`SELECT 1 FROM [SHOW CLUSTER SESSIONS] WHERE session_id = ${id} AND status <> 'CLOSED'`))
        .length === 0
    )
  },
  readSchema: (ask) =>
    readListedColumns(
      ask,
      `SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", crdb_sql_type AS "type",
         table_schema = current_schema() AS is_current
       FROM information_schema.columns
       WHERE table_schema NOT IN ('crdb_internal', 'information_schema', 'pg_catalog', 'pg_extension') AND is_hidden = 'NO'`,
    ),
}

/** CockroachDB (https://www.cockroachlabs.com). */
export default definePostgresSpeaker({
  type: 'cockroach',
  name: 'CockroachDB',
  language: 'cockroach',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  flavour: cockroach,
  target: (config) => config,
})
