import { z } from 'zod'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { readInformationSchema } from '../postgres-wire/listed-columns.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { literal, type ServerDialect, type SessionId } from '../postgres-wire/server-dialect.ts'
import type { RunStatement } from '../sql/schema-tables.ts'

/** Process ids are `worker:number` if there are several front ends; the protocol transmits only the number. */
const Processes = z.array(z.record(z.string(), z.unknown()))

async function endSession(runStatement: RunStatement, session: SessionId): Promise<boolean> {
  const named = Processes.parse(await runStatement('SHOW PROCESSLIST')).flatMap((process) =>
    String(process.Id ?? process.id ?? ''),
  )
  const id = named.find((name) => name.split(':').at(-1) === String(session))
  if (id === undefined) return true
  await runStatement(`KILL ${literal(id)}`)
  return false
}

/** https://docs.risingwave.com/sql/overview */
const risingwave: ServerDialect = {
  name: 'risingwave',
  hasBinaryForms: false,
  bindsTexts: false,
  sessionName: null,
  endSession,
  readSchema: readInformationSchema,
}

/** RisingWave (https://risingwave.com): SQL over streams. */
export default definePostgresRunner({
  type: 'risingwave',
  name: 'RisingWave',
  gallery: { category: 'database', aliases: ['postgres', 'streaming'] },
  language: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  serverDialect: risingwave,
  connectionOptions: (config) => config,
})
