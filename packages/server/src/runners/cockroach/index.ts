import { z } from 'zod'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { readListedColumns } from '../postgres-wire/listed-columns.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { literal, type ServerDialect } from '../postgres-wire/server-dialect.ts'

const Sessions = z.array(z.unknown())

/**
 * Statements: https://www.cockroachlabs.com/docs/stable/sql-statements. Queries are first cancelled by PostgreSQL's cancel
 * request, which versions before 22.1 do not support; after that their session is cancelled.
 */
const cockroach: ServerDialect = {
  name: 'cockroach',
  hasBinaryForms: true,
  bindsTexts: false,
  sessionName: 'SHOW session_id',
  async endSession(runStatement, session) {
    const id = literal(String(session))
    await runStatement(`CANCEL SESSION IF EXISTS ${id}`)
    return (
      Sessions.parse(
        await runStatement(`SELECT 1 FROM [SHOW CLUSTER SESSIONS] WHERE session_id = ${id} AND status <> 'CLOSED'`),
      ).length === 0
    )
  },
  readSchema: (runStatement, signal) =>
    readListedColumns(
      runStatement,
      `SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", crdb_sql_type AS "type",
         table_schema = current_schema() AS is_current
       FROM information_schema.columns
       WHERE table_schema NOT IN ('crdb_internal', 'information_schema', 'pg_catalog', 'pg_extension') AND is_hidden = 'NO'
       ORDER BY ordinal_position`,
      signal,
    ),
}

/** CockroachDB (https://www.cockroachlabs.com). */
export default definePostgresRunner({
  type: 'cockroach',
  name: 'CockroachDB',
  gallery: { category: 'database', aliases: ['postgres', 'crdb'] },
  language: 'cockroach',
  exploreDialect: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  serverDialect: cockroach,
  connectionOptions: (config) => config,
})
