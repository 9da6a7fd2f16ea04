import { z } from 'zod'
import { CATALOGUE, readCatalogue } from '../postgres-wire/catalogue.ts'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/server-dialect.ts'
import type { RunStatement } from '../sql/schema-tables.ts'

const ownSchemas = `${CATALOGUE.ownSchemas}|^gp_toolkit$|^pg_(aoseg|bitmapindex)$`

/** Version 7 is based on PostgreSQL 12 and marks partitions as PostgreSQL does. */
const catalogues = {
  old: {
    isPart: 'EXISTS (SELECT 1 FROM pg_catalog.pg_partition_rule r WHERE r.parchildrelid = c.oid)',
    ownSchemas,
  },
  since7: { ...CATALOGUE, ownSchemas },
}

const Version = z.array(z.object({ server_version_num: z.coerce.number() })).min(1)

async function readSchema(runStatement: RunStatement, signal: AbortSignal) {
  const [version] = Version.parse(await runStatement('SHOW server_version_num'))
  const catalogue = (version?.server_version_num ?? 0) < 120_000 ? catalogues.old : catalogues.since7
  return readCatalogue(runStatement, signal, catalogue)
}

/** Greenplum (https://greenplum.org): PostgreSQL on many machines. Wait states are available from version 7. */
export default definePostgresRunner({
  type: 'greenplum',
  name: 'Greenplum',
  gallery: { category: 'warehouse', aliases: ['postgres'] },
  language: 'postgresql',
  exploreDialect: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  serverDialect: { ...postgresql, name: 'greenplum', readSchema },
  connectionOptions: (config) => config,
})
