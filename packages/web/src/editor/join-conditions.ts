import type { SchemaTable } from '@sightline/contract/data-sources.ts'

/** Names that many tables have for different things. */
const OWN_TO_A_TABLE = new Set([
  'id',
  'name',
  'title',
  'description',
  'status',
  'type',
  'created_at',
  'updated_at',
  'deleted_at',
])

const JOINED = /\bjoin\s+(?:lateral\s+)?([\w$."`]+)(?:\s+(?:as\s+)?([\w$"`]+))?\s+on\s+$/i
const bare = (name: string) => name.replace(/["`]/g, '').toLowerCase()

/**
 * Conditions for a join whose ON has just been written: the foreign keys between the two tables, each with all of its columns; without
 * any, a key and the column that is named after its table (`o.customer_id = c.id`), or columns of the same name.
 * @param before the text up to the condition
 * @param inText the tables in the text by their names and aliases in lower case; an alias follows the name of its table
 */
export function joinConditions(before: string, inText: ReadonlyMap<string, SchemaTable>): string[] {
  const [, name = '', alias] = JOINED.exec(before) ?? []
  const joined = bare(alias ?? name.slice(name.lastIndexOf('.') + 1))
  const table = inText.get(joined)
  if (table === undefined) return []
  // The last name of a table is its alias.
  const named = new Map([...inText].map(([each, other]) => [other, each]))
  const others = [...named].filter(([other, each]) => each !== joined && before.toLowerCase().includes(each) && other !== table)
  return others.flatMap(([other, otherName]) => conditions(otherName, other, joined, table))
}

function conditions(name: string, table: SchemaTable, joined: string, joinedTable: SchemaTable): string[] {
  const condition = (own: readonly string[], others: readonly string[]) =>
    own.map((column, index) => `${name}.${column} = ${joined}.${others[index]}`).join(' AND ')
  const foreign = [
    ...foreignKeys(table, joinedTable).map((key) => condition(key.columns, key.references)),
    ...foreignKeys(joinedTable, table).map((key) => condition(key.references, key.columns)),
  ]
  if (foreign.length > 0) return [...new Set(foreign)]
  const columns = new Set(table.columns.map((column) => column.name))
  const joinedColumns = new Set(joinedTable.columns.map((column) => column.name))
  const byKey = [
    ...keysTo(joinedTable, columns, joinedColumns).map(([own, key]) => `${name}.${own} = ${joined}.${key}`),
    ...keysTo(table, joinedColumns, columns).map(([own, key]) => `${name}.${key} = ${joined}.${own}`),
  ]
  const same = [...columns].filter((column) => joinedColumns.has(column) && !OWN_TO_A_TABLE.has(column.toLowerCase()))
  return [...byKey, ...same.map((column) => `${name}.${column} = ${joined}.${column}`)]
}

const foreignKeys = (from: SchemaTable, to: SchemaTable) => from.foreign_keys?.filter(({ table }) => table === to.name) ?? []

/** Columns named after another table, such as `customer_id` of `customers`, with the key of that table. */
function keysTo({ name }: SchemaTable, from: ReadonlySet<string>, to: ReadonlySet<string>): [string, string][] {
  const table = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const singulars = [table, table.replace(/s$/, ''), table.replace(/es$/, ''), table.replace(/ies$/, 'y')]
  return ['id', 'key', 'code'].flatMap((key) =>
    to.has(key)
      ? [...new Set(singulars)]
          .map((one) => `${one}_${key}`)
          .filter((own) => from.has(own))
          .map((own) => [own, key] satisfies [string, string])
      : [],
  )
}
