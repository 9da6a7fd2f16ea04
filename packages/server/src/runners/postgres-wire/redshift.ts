import { z } from 'zod'
import { keepsSecrets } from '../../platform/type-options.ts'
import { tcpPort } from '../sql/option-fields.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import { readListedColumns } from './listed-columns.ts'
import { PostgresOptions, sslMode } from './options.ts'
import { literal, type ServerDialect, type SessionId } from './server-dialect.ts'

const queryGroup = (kind: string) =>
  keepsSecrets(
    z
      .string()
      .default('default')
      .meta({ title: `Query Group for ${kind} Queries` }),
  )

/** Options that both types of Redshift share. */
export const redshiftFields = {
  host: z.string().trim().min(1),
  port: tcpPort,
  dbname: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database Name' })),
  sslmode: sslMode(),
  adhoc_query_group: queryGroup('Adhoc'),
  scheduled_query_group: queryGroup('Scheduled'),
}

interface RedshiftConfig {
  host: string
  port: number
  dbname: string
  sslmode: PostgresOptions['sslmode']
  adhoc_query_group: string
  scheduled_query_group: string
  ssh_tunnel?: PostgresOptions['ssh_tunnel']
}

/** Converts these options to those of a PostgreSQL connection, with a user and a password. */
export function redshiftTarget(
  { host, port, dbname, sslmode, ssh_tunnel }: RedshiftConfig,
  who: { user?: string | undefined; password: string },
): PostgresOptions {
  return PostgresOptions.parse({ host, port, dbname, sslmode, ssh_tunnel, ...who })
}

/** Statements that select the queue of a run: https://docs.aws.amazon.com/redshift/latest/dg/r_query_group.html */
export function queueOf({ adhoc_query_group, scheduled_query_group }: RedshiftConfig, isScheduled: boolean): string[] {
  const group = isScheduled ? scheduled_query_group : adhoc_query_group
  return group ? [`SET query_group TO ${literal(group)}`] : []
}

const Rows = z.array(z.unknown())

/**
 * https://docs.aws.amazon.com/redshift/latest/dg/PG_TERMINATE_BACKEND.html. The function cannot be combined with a system table
 * in one query.
 */
async function endSession(runStatement: RunStatement, session: SessionId): Promise<boolean> {
  const process = z.coerce.number().int().parse(session)
  if (Rows.parse(await runStatement(`SELECT 1 FROM stv_sessions WHERE process = ${process}`)).length === 0) return true
  await runStatement(`SELECT pg_terminate_backend(${process})`)
  return false
}

/** Amazon Redshift, derived from an early PostgreSQL. It shares the text formats of values, but not the system catalogue. */
export const redshift: ServerDialect = {
  name: 'redshift',
  hasBinaryForms: false,
  bindsTexts: false,
  sessionName: null,
  endSession,
  readSchema: (runStatement, signal) =>
    readListedColumns(
      runStatement,
      `SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", data_type AS "type",
         table_schema = current_schema() AS is_current
       FROM svv_columns
       WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'pg_internal', 'pg_auto_copy', 'pg_automv', 'pg_mv', 'pg_s3')
       ORDER BY ordinal_position`,
      signal,
    ),
}
