import { z } from 'zod'
import { CATALOGUE, readCatalogue } from '../postgres-wire/catalogue.ts'
import { PostgresOptions } from '../postgres-wire/options.ts'
import { postgresql } from '../postgres-wire/postgresql.ts'
import { definePostgresSpeaker } from '../postgres-wire/speaker.ts'
import type { Ask } from '../sql/schema-tables.ts'

const ownSchemas = `${CATALOGUE.ownSchemas}|^gp_toolkit$|^pg_(aoseg|bitmapindex)$`

/** Since version 7, whose PostgreSQL is 12, parts of tables are known as PostgreSQL knows them. */
const catalogues = {
  old: {
    isPart: 'EXISTS (SELECT 1 FROM pg_catalog.pg_partition_rule r WHERE r.parchildrelid = c.oid)',
    ownSchemas,
  },
  since7: { ...CATALOGUE, ownSchemas },
}

const Version = z.array(z.object({ server_version_num: z.coerce.number() })).min(1)

async function readSchema(ask: Ask) {
  const [version] = Version.parse(await ask('SHOW server_version_num'))
  return readCatalogue(ask, (version?.server_version_num ?? 0) < 120_000 ? catalogues.old : catalogues.since7)
}

/** Greenplum (https://greenplum.org): PostgreSQL over many machines. What a run waits for is told since its version 7 only. */
export default definePostgresSpeaker({
  type: 'greenplum',
  name: 'Greenplum',
  language: 'postgresql',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: PostgresOptions,
  flavour: { ...postgresql, name: 'greenplum', readSchema },
  target: (config) => config,
})
