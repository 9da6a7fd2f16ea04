import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { LexicalRules } from '@sightline/domain/query-text/lexical-rules.ts'
import { columnOption } from '@sightline/domain/query-text/quoted-names.ts'

/** The tables and columns of a schema in its order, each name once. A column that is named like a table is left out. */
export function schemaNames(tables: readonly SchemaTable[], lexis: LexicalRules): { tables: string[]; columns: string[] } {
  const named = new Set(tables.map(({ name }) => name))
  const columns = new Set(tables.flatMap((table) => table.columns.map(({ name }) => columnOption(name, lexis))))
  return { tables: [...named], columns: [...columns].filter((name) => !named.has(name)) }
}
