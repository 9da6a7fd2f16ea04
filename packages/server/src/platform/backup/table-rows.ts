import type { CopySession } from '../db/copy-session.ts'
import type { Manifest, TablePart } from './parts.ts'

/** About the bytes of one part, so that the memory that a copy takes does not grow with the table. */
const PART_BYTES = 4 * 1024 * 1024

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const tableName = (table: string): string => `public.${quoted(table)}`
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** The form of values must not depend on the settings of a server. */
export const FIXED_FORMATS =
  "set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local search_path = public"

/** The columns and sequences of tables, and about how many bytes they take. */
export async function describeTables(
  session: CopySession,
  names: readonly string[],
): Promise<Pick<Manifest, 'tables' | 'bytes'>> {
  const tables: Manifest['tables'] = Object.fromEntries(names.map((name) => [name, { columns: [], sequences: {} }]))
  const columns = await session.rows(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[]) and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`,
    [names],
  )
  for (const { table, column } of columns) tables[String(table)]?.columns.push(String(column))
  const sequences = await session.rows(
    `select c.table_name as table, c.column_name as column, s.last_value::float8 as value
      from information_schema.columns c join pg_sequences s
      on pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name)
        = format('%I.%I', s.schemaname, s.sequencename)
      where c.table_schema = 'public' and c.table_name = any($1::text[]) and s.last_value is not null`,
    [names],
  )
  for (const { table, column, value } of sequences) {
    const found = tables[String(table)]
    if (found) found.sequences[String(column)] = Number(value)
  }
  let bytes = 0
  for (const name of names) bytes += (await sizeOf(session, name)).bytes
  return { tables, bytes }
}

/**
 * The rows of all tables, in parts of some megabytes. A part holds the rows of a range of pages: these are found without reading
 * the pages before them, and rows stay on their page as long as the snapshot is open.
 */
export async function* tableParts(
  session: CopySession,
  tables: Manifest['tables'],
): AsyncGenerator<TablePart, void, undefined> {
  for (const [table, { columns }] of Object.entries(tables)) {
    const { pages, bytes } = await sizeOf(session, table)
    const step = Math.max(1, Math.floor((PART_BYTES * pages) / Math.max(bytes, 1)))
    for (let page = 0; page < pages; page += step) {
      const rows = await session.copyOut(
        `select ${columnList(columns)} from ${tableName(table)} where ctid >= '(${page},0)'::tid and ctid < '(${page + step},0)'::tid`,
      )
      if (rows.length > 0) yield { table, bytes: rows }
    }
  }
}

async function sizeOf(session: CopySession, table: string): Promise<{ pages: number; bytes: number }> {
  const [size] = await session.rows(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::float8 as pages,
      pg_table_size($1::regclass)::float8 as bytes`,
    [tableName(table)],
  )
  return { pages: Number(size?.pages ?? 0), bytes: Number(size?.bytes ?? 0) }
}
