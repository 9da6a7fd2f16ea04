import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { MAX_COLUMNS_FOR_LIVE_AUTOCOMPLETE } from '@sightline/domain/schema-search.ts'
import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds until a schema is made ready in any case. */
const READY_LATEST_MS = 1000

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
  /** In the order of the tables. */
  names: readonly string[]
  byName: ReadonlyMap<string, SchemaTable>
  /** By the last parts of their names: `public.orders` by `orders`. */
  byEnding: ReadonlyMap<string, SchemaTable>
  /** The columns of all tables, each name once; none of a schema with more than are suggested from. */
  columns: Names<Suggestion>
}

/** What has names, in order, with these in lower case. */
interface Names<Named> {
  names: readonly string[]
  named: readonly Named[]
}

/** A schema is asked about at every key, and stays the same array for hours. */
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
      detail: more.length === 0 ? (first?.name ?? '') : `${more.length + 1} tables`,
    }),
  )
  return { names: named.map(({ name }) => name.toLowerCase()), named }
}

/**
 * Makes a schema ready to be asked about, in spare time: the first key need not wait for it.
 * @returns calls it off
 */
export const prepareSuggestions = (tables: readonly SchemaTable[]): (() => void) =>
  whenIdle(() => indexOf(tables), READY_LATEST_MS)

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

/** More of a kind than this are not offered at once: nobody reads them, and ordering ten thousand takes longer than a key may. */
const MOST_OFFERED = 200

/** What fits at the cursor. */
interface Suggestions {
  found: Suggestion[]
  /** Whether there are more, so that another letter is to be asked about anew. */
  isCut: boolean
}

const columnOf = (table: SchemaTable, { name, type }: SchemaTable['columns'][number]): Suggestion => ({
  name,
  kind: 'column',
  detail: type.toLowerCase() || table.name,
})

/** Whether the letters stand in the name from a place on, in this order. */
function holdsLetters(name: string, from: number, letters: string): boolean {
  let at = from
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Those of many that fit, and whether there are more. */
interface Fitting<Named> {
  found: Named[]
  isCut: boolean
}

/**
 * What has a name that fits what is typed: first those that begin with it, or a part behind a dot that does, then those that
 * contain it, then those with its letters in this order.
 * @param prefix what the names have to begin with, in lower case, before what is typed; '' for nothing
 */
function fitting<Named>(typed: string, prefix: string, { names, named }: Names<Named>): Fitting<Named> {
  const wanted = typed.toLowerCase()
  const fits: [Named[], Named[], Named[]] = [[], [], []]
  for (let at = 0; at < named.length && fits[0].length <= MOST_OFFERED; at++) {
    const name = names[at]
    const one = named[at]
    if (name === undefined || one === undefined || !name.startsWith(prefix)) continue
    const place = name.indexOf(wanted, prefix.length)
    if (place === prefix.length || (place > 0 && name[place - 1] === '.')) fits[0].push(one)
    else if (place !== -1) fits[1].push(one)
    else if (holdsLetters(name, prefix.length, wanted)) fits[2].push(one)
  }
  const found = fits.flat()
  return { found: found.slice(0, MOST_OFFERED), isCut: found.length > MOST_OFFERED }
}

/**
 * The tables whose names fit what is typed.
 * @param schema what the names have to begin with and are offered without, in lower case, such as `public.`; '' for nothing
 */
function tablesLike(typed: string, schema: string, tables: readonly SchemaTable[]): Suggestions {
  const { found, isCut } = fitting(typed, schema, { names: indexOf(tables).names, named: tables })
  return {
    found: found.map(({ name }) => ({ name: name.slice(schema.length), kind: 'table', detail: 'table' })),
    isCut,
  }
}

/**
 * What fits at the cursor. Columns are those of the tables in the text; where there are none yet, as before a FROM, those of all.
 * @param qualifier what stands before the dot, such as `f` in `f.del`; null when there is no dot
 * @param typed the beginning of the name, after the dot
 * @param isOfTable whether only a table can stand there, as behind FROM
 */
export function suggestionsFor(
  text: string,
  qualifier: string | null,
  typed: string,
  tables: readonly SchemaTable[],
  isOfTable = false,
): Suggestions {
  const inText = tablesInText(text, tables)
  if (qualifier !== null) {
    const table = inText.get(bare(qualifier)) ?? tableNamed(tables, qualifier)
    if (table !== null) return { found: table.columns.map((column) => columnOf(table, column)), isCut: false }
    // The qualifier may be a schema: `public.` goes on with its tables.
    return tablesLike(typed, `${bare(qualifier)}.`, tables)
  }
  if (inText.size === 0 && !isOfTable) {
    const parts = [fitting(typed, '', indexOf(tables).columns), tablesLike(typed, '', tables)]
    return { found: parts.flatMap(({ found }) => found), isCut: parts.some(({ isCut }) => isCut) }
  }
  const columns = new Map<string, Suggestion>()
  for (const table of new Set(inText.values())) {
    for (const column of table.columns) if (!columns.has(column.name)) columns.set(column.name, columnOf(table, column))
  }
  const { found, isCut } = tablesLike(typed, '', tables)
  return { found: [...columns.values(), ...found], isCut }
}
