import type { SchemaTable } from '@sightline/contract/data-sources.ts'

/** Something that can be put at the cursor. */
export interface Suggestion {
  name: string
  kind: 'table' | 'column'
  /** Type of a column, or the table it is of. */
  detail: string
}

/** Words that follow a table without being another name for it. */
const notAlias =
  'on|using|where|group|order|limit|having|join|left|right|inner|outer|full|cross|natural|union|except|intersect|set|values|qualify|window|anti|semi|asof|positional|tablesample|lateral'
const part = '["`]?[\\w$]+["`]?'
const named = `((?:${part}\\.)*${part})(?:\\s+(?:as\\s+)?(?!(?:${notAlias})\\b)(${part}))?`
const mention = new RegExp(`\\b(?:from|join|update|into)\\s+${named}`, 'gi')
const comma = new RegExp(`^\\s*,\\s*${named}`, 'i')
const bare = (name: string) => name.replace(/["`]/g, '').toLowerCase()

/** The tables of a schema by what a query may call them, in lower case; the first one where several have a name. */
interface TableIndex {
  byName: ReadonlyMap<string, SchemaTable>
  /** By the last parts of their names: `public.orders` by `orders`. */
  byEnding: ReadonlyMap<string, SchemaTable>
}

/** A schema is asked about at every key, and stays the same array for hours. */
const indexes = new WeakMap<readonly SchemaTable[], TableIndex>()

function indexOf(tables: readonly SchemaTable[]): TableIndex {
  const known = indexes.get(tables)
  if (known !== undefined) return known
  const byName = new Map<string, SchemaTable>()
  const byEnding = new Map<string, SchemaTable>()
  for (const table of tables) {
    const name = table.name.toLowerCase()
    if (!byName.has(name)) byName.set(name, table)
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const ending = name.slice(dot + 1)
      if (!byEnding.has(ending)) byEnding.set(ending, table)
    }
  }
  const index = { byName, byEnding }
  indexes.set(tables, index)
  return index
}

/** The table that a name in a query means: its own name, or the last part of it. */
function tableNamed(tables: readonly SchemaTable[], name: string): SchemaTable | null {
  const wanted = bare(name)
  const { byName, byEnding } = indexOf(tables)
  return byName.get(wanted) ?? byEnding.get(wanted) ?? null
}

/** The tables that a text reads, by the names under which it calls them: own names and aliases, in lower case. */
export function tablesInText(text: string, tables: readonly SchemaTable[]): Map<string, SchemaTable> {
  const found = new Map<string, SchemaTable>()
  const add = (name: string, alias: string | undefined) => {
    const table = tableNamed(tables, name)
    if (table === null) return
    const parts = bare(name).split('.')
    found.set(parts.at(-1) ?? name, table)
    if (alias !== undefined) found.set(bare(alias), table)
  }
  for (const match of text.matchAll(mention)) {
    add(match[1] ?? '', match[2])
    let rest = text.slice(match.index + match[0].length)
    for (let next = comma.exec(rest); next !== null; next = comma.exec(rest)) {
      add(next[1] ?? '', next[2])
      rest = rest.slice(next[0].length)
    }
  }
  return found
}

const columnsOf = (table: SchemaTable): Suggestion[] =>
  table.columns.map((column) => ({ name: column.name, kind: 'column', detail: column.type.toLowerCase() || table.name }))

/**
 * What fits at the cursor.
 * @param qualifier what stands before the dot, such as `f` in `f.del`; null when there is no dot
 */
export function suggestionsFor(text: string, qualifier: string | null, tables: readonly SchemaTable[]): Suggestion[] {
  const inText = tablesInText(text, tables)
  if (qualifier !== null) {
    const table = inText.get(bare(qualifier)) ?? tableNamed(tables, qualifier)
    if (table !== null) return columnsOf(table)
    // The qualifier may be a schema: `public.` goes on with its tables.
    const prefix = `${bare(qualifier)}.`
    return tables
      .filter((each) => each.name.toLowerCase().startsWith(prefix))
      .map((each) => ({ name: each.name.slice(prefix.length), kind: 'table', detail: 'table' }))
  }
  const columns = new Map<string, Suggestion>()
  for (const table of new Set(inText.values())) {
    for (const column of columnsOf(table)) if (!columns.has(column.name)) columns.set(column.name, column)
  }
  return [...columns.values(), ...tables.map((table): Suggestion => ({ name: table.name, kind: 'table', detail: 'table' }))]
}
