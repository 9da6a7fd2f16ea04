import { t } from '@lingui/core/macro'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { MAX_COLUMNS_FOR_LIVE_AUTOCOMPLETE } from '@sightline/domain/schema-search.ts'
import { whenIdle } from '../ui/loading-tracker.ts'
import { derivedTables } from './derived-tables.ts'

/** Milliseconds until a schema is indexed even if the browser is busy. */
const INDEX_LATEST_MS = 1000

/** A name that can be inserted at the cursor. */
export interface Suggestion {
  name: string
  kind: 'table' | 'column'
  /** The type of a column, or its table. */
  detail: string
}

/** Words after a table that are not its alias. */
const notAlias =
  'on|using|where|group|order|limit|having|join|left|right|inner|outer|full|cross|natural|union|except|intersect|set|values|qualify|window|anti|semi|asof|positional|tablesample|lateral'
const part = '["`]?[\\w$]+["`]?'
const named = `((?:${part}\\.)*${part})(?:\\s+(?:as\\s+)?(?!(?:${notAlias})\\b)(${part}))?`
const mention = new RegExp(`\\b(?:from|join|update|into)\\s+${named}`, 'gi')
const comma = new RegExp(`^\\s*,\\s*${named}`, 'i')
const bare = (name: string) => name.replace(/["`]/g, '').toLowerCase()

/** The tables of a schema by the names a query may use, in lower case; the first one if several have the same name. */
interface TableIndex {
  /** In the order of the tables. */
  names: readonly string[]
  byName: ReadonlyMap<string, SchemaTable>
  /** By the ends of their names: `public.orders` by `orders`. */
  byEnding: ReadonlyMap<string, SchemaTable>
  /** The columns of all tables, each name once; empty if the schema has too many. */
  columns: Names<Suggestion>
}

/** Named items, in order. */
interface Names<Named> {
  /** In lower case. */
  names: readonly string[]
  named: readonly Named[]
}

/** Cached by schema, which is used at every key and stays the same array for hours. */
const indexes = new WeakMap<readonly SchemaTable[], TableIndex>()

function indexOf(tables: readonly SchemaTable[]): TableIndex {
  const known = indexes.get(tables)
  if (known !== undefined) return known
  const byName = new Map<string, SchemaTable>()
  const byEnding = new Map<string, SchemaTable>()
  const names: string[] = []
  for (const table of tables) {
    const name = table.name.toLowerCase()
    names.push(name)
    if (!byName.has(name)) byName.set(name, table)
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const ending = name.slice(dot + 1)
      if (!byEnding.has(ending)) byEnding.set(ending, table)
    }
  }
  const index = { names, byName, byEnding, columns: columnsOf(tables) }
  indexes.set(tables, index)
  return index
}

function columnsOf(tables: readonly SchemaTable[]): Names<Suggestion> {
  const count = tables.reduce((sum, table) => sum + table.columns.length, 0)
  if (count > MAX_COLUMNS_FOR_LIVE_AUTOCOMPLETE) return { names: [], named: [] }
  const tablesWith = new Map<string, SchemaTable[]>()
  for (const table of tables) {
    for (const { name } of table.columns) {
      const known = tablesWith.get(name)
      if (known === undefined) tablesWith.set(name, [table])
      else known.push(table)
    }
  }
  const named = [...tablesWith].map(
    ([name, [first, ...more]]): Suggestion => ({
      name,
      kind: 'column',
      detail: more.length === 0 ? (first?.name ?? '') : t`${more.length + 1} tables`,
    }),
  )
  return { names: named.map(({ name }) => name.toLowerCase()), named }
}

/**
 * Indexes a schema in idle time, so that the first key need not wait for it.
 * @returns a function that cancels it
 */
export const prepareSuggestions = (tables: readonly SchemaTable[]): (() => void) =>
  whenIdle(() => indexOf(tables), INDEX_LATEST_MS)

/** The table with a name in a query, which may be the full name or its end. */
export function tableNamed(tables: readonly SchemaTable[], name: string): SchemaTable | null {
  const wanted = bare(name)
  const { byName, byEnding } = indexOf(tables)
  return byName.get(wanted) ?? byEnding.get(wanted) ?? null
}

/**
 * The tables in a text, by their names and aliases in lower case.
 * @param find finds a table by its name in the text
 */
export function tablesInText(text: string, find: (name: string) => SchemaTable | null): Map<string, SchemaTable> {
  const found = new Map<string, SchemaTable>()
  const add = (name: string, alias: string | undefined) => {
    const table = find(bare(name))
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

/**
 * The tables that a text defines, and all tables in it by their names and aliases in lower case.
 * @param dialect as for `derivedTables`
 */
export function tablesOfQuery(text: string, tables: readonly SchemaTable[], dialect: string) {
  const inSchema = (name: string) => tableNamed(tables, name)
  const derived = derivedTables(text, dialect, inSchema, tablesInText)
  const derivedNamed = new Map(derived.map((table) => [table.name.toLowerCase(), table]))
  const inText = tablesInText(text, (name) => derivedNamed.get(name) ?? inSchema(name))
  // A subquery is read where it stands, not by its name.
  for (const [name, table] of derivedNamed) if (!inText.has(name)) inText.set(name, table)
  return { derived, inText }
}

/** Maximum suggestions of a kind: sorting ten thousand would delay a key. */
const MAX_OFFERED = 200

/** The suggestions at the cursor. */
interface Suggestions {
  found: Suggestion[]
  /** Whether there are more, so that they have to be computed again after the next character. */
  isCut: boolean
}

const columnOf = (table: SchemaTable, { name, type }: SchemaTable['columns'][number]): Suggestion => ({
  name,
  kind: 'column',
  detail: type.toLowerCase() || table.name,
})

/** Whether the name contains the letters in this order, from an index on. */
function containsInOrder(name: string, from: number, letters: string): boolean {
  let at = from
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** The matching items, and whether there are more. */
interface Matches<Named> {
  found: Named[]
  isCut: boolean
}

/**
 * The items that match the typed text: first those with a name, or a part after a dot, that starts with it; then those that contain it;
 * then those that contain its letters in this order.
 * @param prefix what names have to start with before the typed text, in lower case; '' for nothing
 */
function matches<Named>(typed: string, prefix: string, { names, named }: Names<Named>): Matches<Named> {
  const wanted = typed.toLowerCase()
  const ranked: [Named[], Named[], Named[]] = [[], [], []]
  for (let index = 0; index < named.length && ranked[0].length <= MAX_OFFERED; index++) {
    const name = names[index]
    const one = named[index]
    if (name === undefined || one === undefined || !name.startsWith(prefix)) continue
    const at = name.indexOf(wanted, prefix.length)
    if (at === prefix.length || (at > 0 && name[at - 1] === '.')) ranked[0].push(one)
    else if (at !== -1) ranked[1].push(one)
    else if (containsInOrder(name, prefix.length, wanted)) ranked[2].push(one)
  }
  const found = ranked.flat()
  return { found: found.slice(0, MAX_OFFERED), isCut: found.length > MAX_OFFERED }
}

/**
 * The tables that match the typed text.
 * @param schema a prefix that names have to start with and are offered without, in lower case, such as `public.`; '' for none
 */
function tablesLike(typed: string, schema: string, tables: readonly SchemaTable[]): Suggestions {
  const { found, isCut } = matches(typed, schema, { names: indexOf(tables).names, named: tables })
  return {
    found: found.map(({ name }) => ({ name: name.slice(schema.length), kind: 'table', detail: 'table' })),
    isCut,
  }
}

/**
 * The suggestions at the cursor. Columns are those of the tables in the text, or those of all tables if there are none yet, as before a
 * FROM.
 * @param qualifier the part before the dot, such as `f` in `f.del`; null if there is no dot
 * @param typed the start of the name, after the dot
 * @param isOfTable whether only a table is possible, as after FROM
 */
export function suggestionsFor(
  text: string,
  qualifier: string | null,
  typed: string,
  tables: readonly SchemaTable[],
  isOfTable = false,
  dialect = '',
): Suggestions {
  const { derived, inText } = tablesOfQuery(text, tables, dialect)
  if (qualifier !== null) {
    const table = inText.get(bare(qualifier)) ?? tableNamed(tables, qualifier)
    if (table !== null) return { found: table.columns.map((column) => columnOf(table, column)), isCut: false }
    // The qualifier may be a schema: its tables follow `public.`.
    return tablesLike(typed, `${bare(qualifier)}.`, tables)
  }
  if (isOfTable) {
    const { found, isCut } = tablesLike(typed, '', tables)
    return {
      found: [...derived.map(({ name }): Suggestion => ({ name, kind: 'table', detail: t`in this query` })), ...found],
      isCut,
    }
  }
  if (inText.size === 0) {
    const parts = [matches(typed, '', indexOf(tables).columns), tablesLike(typed, '', tables)]
    return { found: parts.flatMap(({ found }) => found), isCut: parts.some(({ isCut }) => isCut) }
  }
  const columns = new Map<string, Suggestion>()
  for (const table of new Set(inText.values())) {
    for (const column of table.columns) if (!columns.has(column.name)) columns.set(column.name, columnOf(table, column))
  }
  const { found, isCut } = tablesLike(typed, '', tables)
  return { found: [...columns.values(), ...found], isCut }
}
