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

// Each statement reads the details of the whole database at once, by ids and numbers and with few rows: with a join for the names, or a
// row for each comment, it takes longer than everything else in a database with 10,000 tables.

const KEYS = `
  SELECT json_agg(json_build_array(
    conrelid::text, conname, conkey, CASE WHEN contype = 'f' THEN confrelid::text END, confkey
  ))::text AS keys
  FROM pg_catalog.pg_constraint WHERE contype IN ('p', 'f')`

/** Comments of columns by number, and of the table itself as number 0. Objects below id 16384 belong to the system. */
const COMMENTS = `
  SELECT objoid::text AS id, json_object_agg(objsubid, description)::text AS comments FROM pg_catalog.pg_description
  WHERE classoid = 'pg_catalog.pg_class'::regclass AND objoid >= 16384 GROUP BY objoid`

const ENUMS = `
  SELECT a.attrelid::text AS id, a.attname AS "column", e.labels
  FROM (SELECT enumtypid, json_agg(enumlabel ORDER BY enumsortorder)::text AS labels FROM pg_catalog.pg_enum GROUP BY 1) e
  JOIN pg_catalog.pg_attribute a ON a.atttypid = e.enumtypid AND NOT a.attisdropped
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'm', 'f', 'p')`

const Numbers = z.array(z.number())
/** Table, name and columns of a key, and for a foreign key the table and columns that it refers to. */
const Key = z.tuple([z.string(), z.string(), Numbers, z.string().nullable(), Numbers.nullable()])
const KeyList = z.object({ keys: z.string().nullable() })
const CommentRow = z.object({ id: z.string(), comments: z.string() })
const Comments = z.record(z.string(), z.string())
const EnumColumn = z.object({ id: z.string(), column: z.string(), labels: z.string() })
const Labels = z.array(z.string())

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
  const [{ keys } = { keys: null }] = await read(KEYS, KeyList)
  addKeys(
    tables,
    z
      .array(Key)
      .parse(JSON.parse(keys ?? '[]'))
      .flatMap((key) => keyColumns(key, byId)),
  )
  addComments(
    tables,
    (await read(COMMENTS, CommentRow)).flatMap(({ id, comments }) => commentsOf(byId.get(id), comments)),
  )
  for (const { id, column: name, labels } of await read(ENUMS, EnumColumn)) {
    const column = byId.get(id)?.table.columns.find((each) => each.name === name)
    if (column !== undefined) column.values = Labels.parse(JSON.parse(labels))
  }
}

function keyColumns([id, key, columns, target, targets]: z.infer<typeof Key>, byId: ReadonlyMap<string, CatalogueTable>) {
  const from = byId.get(id)
  const to = target === null ? null : byId.get(target)
  if (from === undefined || to === undefined) return []
  const parts = columns.map((number, place) => ({
    table: from.table.name,
    key,
    column: from.columnNames.get(number) ?? '',
    target: to === null ? null : { table: to.table.name, column: to.columnNames.get(targets?.[place] ?? 0) ?? '' },
  }))
  // A key with a column that the user may not read leads nowhere.
  return parts.every(({ column, target }) => column !== '' && target?.column !== '') ? parts : []
}

function commentsOf(owner: CatalogueTable | undefined, comments: string) {
  if (owner === undefined) return []
  return Object.entries(Comments.parse(JSON.parse(comments))).flatMap(([number, comment]) => {
    const column = number === '0' ? null : owner.columnNames.get(Number(number))
    return column === undefined ? [] : [{ table: owner.table.name, column, comment }]
  })
}
