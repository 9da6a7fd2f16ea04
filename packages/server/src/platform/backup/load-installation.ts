import { getTableName } from 'drizzle-orm'
import type { CopySession } from '../db/copy-session.ts'
import { applyMigrations, newestSchema, tablesOf } from '../db/schema-history.ts'
import { workers } from '../workers/tables.ts'
import { emptySchema } from './empty-schema.ts'
import { fileTarget, type LoadedFiles, type LoadTarget } from './file-target.ts'
import type { Manifest, PartSink } from './parts.ts'
import { columnList, FIXED_FORMATS, quoted, tableName } from './table-rows.ts'

/**
 * Loads an installation in the transaction of a session, in place of what is there. The tables are made as they were in the
 * version that was copied, filled, and then brought up to date, so that copies of old versions are upgraded like old databases.
 * @param copy hands the parts to the sink
 */
export async function loadInstallation(
  session: CopySession,
  target: LoadTarget,
  copy: (sink: PartSink) => Promise<void>,
): Promise<LoadedFiles> {
  const files = fileTarget(target, session)
  let manifest: Manifest | null = null
  let links: ForeignKey[] = []
  try {
    await copy({
      async begin(given) {
        manifest = given
        mustHaveTables(given)
        await session.run(FIXED_FORMATS)
        await emptySchema(session, target.config.databaseUrl === null)
        await applyMigrations(session, { after: 0, until: given.schema })
        links = await dropForeignKeys(session)
        await switchTriggers(session, given, 'disable')
      },
      async table({ table, bytes }) {
        const columns = manifest?.tables[table]?.columns
        if (columns === undefined) throw new Error(`The backup has rows of an unknown table ${table}.`)
        await session.copyIn(`${tableName(table)} (${columnList(columns)})`, bytes)
      },
      file: (part) => files.put(part),
    })
    if (manifest !== null) await complete(session, manifest, links)
    return files
  } catch (error) {
    await files.undo()
    throw error
  }
}

async function complete(session: CopySession, manifest: Manifest, links: readonly ForeignKey[]): Promise<void> {
  await switchTriggers(session, manifest, 'enable')
  for (const { table, name, definition } of links) {
    await session.run(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
  for (const [table, { sequences }] of Object.entries(manifest.tables)) {
    for (const [column, value] of Object.entries(sequences)) {
      await session.rows('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [tableName(table), column, value])
    }
  }
  await applyMigrations(session, { after: manifest.schema, until: newestSchema() })
  // The processes of the copied installation do not run here: their work is taken over at once, and the status page misses none of them.
  await session.run(`delete from ${tableName(getTableName(workers))}`)
}

function mustHaveTables({ schema, tables }: Manifest): void {
  const known = tablesOf(schema)
  const unknown = Object.keys(tables).find((table) => !known.includes(table))
  if (unknown !== undefined) throw new Error(`The backup has an unknown table ${unknown}.`)
}

/** Rows that triggers have made are part of the copy. */
async function switchTriggers(session: CopySession, { tables }: Manifest, how: 'enable' | 'disable'): Promise<void> {
  for (const table of Object.keys(tables)) await session.run(`alter table ${tableName(table)} ${how} trigger user`)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Tables refer to each other, so no order of loading them would do. Added again, foreign keys check all rows. */
async function dropForeignKeys(session: CopySession): Promise<ForeignKey[]> {
  const rows = await session.rows(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const links = rows.map(({ table, name, definition }) => ({
    table: String(table),
    name: String(name),
    definition: String(definition),
  }))
  for (const { table, name } of links) await session.run(`alter table ${table} drop constraint ${quoted(name)}`)
  return links
}
