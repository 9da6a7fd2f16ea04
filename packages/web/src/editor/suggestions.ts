import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { whenIdle } from '../ui/when-idle.ts'

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
  const index = { names, byName, byEnding }
  indexes.set(tables, index)
  return index
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

/** More tables than this are not offered at once: nobody reads them, and ordering ten thousand takes longer than a key may. */
const MOST_TABLES = 200

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

/**
 * The tables whose names fit what is typed: first those that begin with it, then those that contain it, then those with its
 * letters in this order.
 * @param schema what the names have to begin with and are offered without, in lower case, such as `public.`; '' for nothing
 */
function tablesLike(typed: string, schema: string, tables: readonly SchemaTable[]): Suggestions {
  const wanted = typed.toLowerCase()
  const fits: [SchemaTable[], SchemaTable[], SchemaTable[]] = [[], [], []]
  const { names } = indexOf(tables)
  for (let at = 0; at < tables.length && fits[0].length <= MOST_TABLES; at++) {
    const name = names[at]
    const table = tables[at]
    if (name === undefined || table === undefined || !name.startsWith(schema)) continue
    const place = name.indexOf(wanted, schema.length)
    if (place === schema.length || (place > 0 && name[place - 1] === '.')) fits[0].push(table)
    else if (place !== -1) fits[1].push(table)
    else if (holdsLetters(name, schema.length, wanted)) fits[2].push(table)
  }
  const found = fits.flat()
  return {
    found: found.slice(0, MOST_TABLES).map(({ name }) => ({ name: name.slice(schema.length), kind: 'table', detail: 'table' })),
    isCut: found.length > MOST_TABLES,
  }
}

/**
 * What fits at the cursor.
 * @param qualifier what stands before the dot, such as `f` in `f.del`; null when there is no dot
 * @param typed the beginning of the name, after the dot
 */
export function suggestionsFor(
  text: string,
  qualifier: string | null,
  typed: string,
  tables: readonly SchemaTable[],
): Suggestions {
  const inText = tablesInText(text, tables)
  if (qualifier !== null) {
    const table = inText.get(bare(qualifier)) ?? tableNamed(tables, qualifier)
    if (table !== null) return { found: table.columns.map((column) => columnOf(table, column)), isCut: false }
    // The qualifier may be a schema: `public.` goes on with its tables.
    return tablesLike(typed, `${bare(qualifier)}.`, tables)
  }
  const columns = new Map<string, Suggestion>()
  for (const table of new Set(inText.values())) {
    for (const column of table.columns) if (!columns.has(column.name)) columns.set(column.name, columnOf(table, column))
  }
  const { found, isCut } = tablesLike(typed, '', tables)
  return { found: [...columns.values(), ...found], isCut }
}
