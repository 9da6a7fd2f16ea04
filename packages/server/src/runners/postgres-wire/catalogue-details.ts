import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { addComments, addKeys, unlessRefused } from '../sql/schema-details.ts'
import type { RunStatement } from '../sql/schema-tables.ts'

/** A table with its id and the numbers of its columns in the catalogue. */
export interface CatalogueTable {
  id: string
  columnNames: ReadonlyMap<number, string>
  table: SchemaTable
}

// Each statement reads the details of the whole database at once, by ids and numbers: joins for the names would take longer than
// everything else in a database with 10,000 tables.

const KEYS = `
  SELECT conrelid::text AS id, conname AS key, array_to_json(conkey)::text AS columns,
    CASE WHEN contype = 'f' THEN confrelid::text END AS target, array_to_json(confkey)::text AS target_columns
  FROM pg_catalog.pg_constraint WHERE contype IN ('p', 'f')`

/** Objects below this id belong to the system. */
const COMMENTS = `
  SELECT objoid::text AS id, objsubid AS "column", description AS comment FROM pg_catalog.pg_description
  WHERE classoid = 'pg_catalog.pg_class'::regclass AND objoid >= 16384`

const ENUMS = `
  SELECT a.attrelid::text AS id, a.attname AS "column", e.labels
  FROM (SELECT enumtypid, json_agg(enumlabel ORDER BY enumsortorder)::text AS labels FROM pg_catalog.pg_enum GROUP BY 1) e
  JOIN pg_catalog.pg_attribute a ON a.atttypid = e.enumtypid AND NOT a.attisdropped
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'm', 'f', 'p')`

const Key = z.object({
  id: z.string(),
  key: z.string(),
  columns: z.string(),
  target: z.string().nullable(),
  target_columns: z.string().nullable(),
})
const Comment = z.object({ id: z.string(), column: z.number(), comment: z.string() })
const EnumColumn = z.object({ id: z.string(), column: z.string(), labels: z.string() })
const Numbers = z.array(z.number())

/** Adds keys, comments and the values of enums to their tables. What the account may not read is left out. */
export async function addCatalogueDetails(
  found: readonly CatalogueTable[],
  runStatement: RunStatement,
  signal: AbortSignal,
): Promise<void> {
  const byId = new Map(found.map((each) => [each.id, each]))
  const tables = found.map(({ table }) => table)
  const read = async <Row extends z.ZodType>(statement: string, row: Row) =>
    z.array(row).parse(await unlessRefused(runStatement(statement), signal))
  addKeys(
    tables,
    (await read(KEYS, Key)).flatMap((key) => keyColumns(key, byId)),
  )
  addComments(
    tables,
    (await read(COMMENTS, Comment)).flatMap(({ id, column: number, comment }) => {
      const { table, columnNames } = byId.get(id) ?? {}
      const column = number === 0 ? null : columnNames?.get(number)
      return table === undefined || column === undefined ? [] : [{ table: table.name, column, comment }]
    }),
  )
  for (const { id, column: name, labels } of await read(ENUMS, EnumColumn)) {
    const column = byId.get(id)?.table.columns.find((each) => each.name === name)
    if (column !== undefined) column.values = z.array(z.string()).parse(JSON.parse(labels))
  }
}

function keyColumns(
  { id, key, columns, target, target_columns }: z.infer<typeof Key>,
  byId: ReadonlyMap<string, CatalogueTable>,
) {
  const from = byId.get(id)
  const to = target === null ? null : byId.get(target)
  if (from === undefined || to === undefined) return []
  const targets = Numbers.parse(JSON.parse(target_columns ?? '[]'))
  return Numbers.parse(JSON.parse(columns)).map((number, place) => ({
    table: from.table.name,
    key,
    column: from.columnNames.get(number) ?? '',
    target: to === null ? null : { table: to.table.name, column: to.columnNames.get(targets[place] ?? 0) ?? '' },
  }))
}
