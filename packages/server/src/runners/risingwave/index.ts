import { z } from 'zod'
import { readListedColumns } from '../postgres-wire/catalogue.ts'
import { type Flavour, literal, type SessionId } from '../postgres-wire/flavour.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'
import type { Ask } from '../sql/schema-tables.ts'

/** Processes are named `worker:number` where there are several front ends; the protocol tells the number alone. */
const Processes = z.array(z.record(z.string(), z.unknown()))

async function endSession(ask: Ask, session: SessionId): Promise<boolean> {
  const named = Processes.parse(await ask('SHOW PROCESSLIST')).flatMap((process) => String(process.Id ?? process.id ?? ''))
  const id = named.find((name) => name.split(':').at(-1) === String(session))
  if (id === undefined) return true
  await ask(`KILL ${literal(id)}`)
  return false
}

/** https://docs.risingwave.com/sql/overview */
const risingwave: Flavour = {
  name: 'risingwave',
  hasBinaryForms: false,
  sessionName: null,
  endSession,
  readSchema: (ask) =>
    readListedColumns(
      ask,
      `SELECT table_schema AS "schema", table_name AS "table", column_name AS "column", data_type AS "type",
         table_schema = current_schema() AS is_current
       FROM information_schema.columns
       WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'rw_catalog')`,
    ),
}

/** RisingWave (https://risingwave.com): SQL over streams. */
export default definePostgresSpeaker({
  type: 'risingwave',
  name: 'RisingWave',
  language: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  flavour: risingwave,
  target: (config) => config,
})
