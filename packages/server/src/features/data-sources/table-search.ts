import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { type Excerpt, excerptOf, MatchRank, nameRank, type SearchTerm } from '@sightline/domain/search-term.ts'
import { canPreview, firstRowsText, PREVIEW_ROWS } from '@sightline/domain/sql-text/preview.ts'
import { quotedName, tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import type { Context } from '../../platform/context.ts'
import { perProcess } from '../../platform/process-memory.ts'
import { runners } from '../../runners/registry.ts'
import type { AnyRunner } from '../../runners/runner.ts'
import * as schemas from './schema.store.ts'
import * as store from './store.ts'

/** A table that a search has found. */
export interface FoundTable {
  source: Pick<store.SourceRow, 'id' | 'name'>
  name: string
  /** A number of `MatchRank`. */
  rank: number
  /** Where a word of the term is that the name does not contain. */
  match: ({ field: 'column' | 'description' } & Excerpt) | null
  /** A statement that reads its first rows; empty for data sources without SQL. */
  query: string
}

/**
 * The tables that match a term by name, description or columns, best first, of the data sources that the caller may query in full.
 * Schemas are searched as they were last read: sources that were never read have none.
 */
export async function findTables(ctx: Context, term: SearchTerm, limit: number): Promise<FoundTable[]> {
  const found: FoundTable[] = []
  for (const source of await store.all(ctx.db)) {
    const runner = runners.get(source.type)
    // Query Results has queries as tables, which are found as queries.
    if (!runner || runner.readsQueries || !can(ctx.viewer, 'source.use', source)) continue
    const index = await indexOf(ctx, source)
    for (const { table, rank, match } of bestTables(index, term, limit))
      found.push({ source, name: table.name, rank, match, query: previewOf(runner, table.name) })
  }
  return found.sort((one, other) => one.rank - other.rank).slice(0, limit)
}

function previewOf(runner: AnyRunner, table: string): string {
  const dialect = runner.dialects?.[0] ?? runner.dialect
  return canPreview(runner.syntax, dialect) ? firstRowsText(quotedName(tableParts(table), dialect), dialect, PREVIEW_ROWS) : ''
}

/** A table, and everything by which it is found, in lower case. */
interface IndexedTable {
  table: SchemaTable
  searched: string
}

/** Characters of all searched schemas of one server, as JSON: about ten of ten thousand tables. */
const MAX_CHARACTERS = 64 * 1024 * 1024
const indexes = perProcess(() => new RecentlyUsed<number, { fetchedAt: number; tables: IndexedTable[] }>(MAX_CHARACTERS))

async function indexOf(ctx: Context, { id, schema_fetched_at }: store.SourceRow): Promise<IndexedTable[]> {
  if (schema_fetched_at === null) return []
  const known = indexes(ctx).get(id)
  if (known?.fetchedAt === schema_fetched_at.getTime()) return known.tables
  const stored = await schemas.findSchema(ctx.db, id)
  if (!stored?.schema || !stored.fetched_at) return []
  const tables = (JSON.parse(stored.schema) as SchemaTable[]).map((table) => ({
    table,
    searched: [table.name, table.description ?? '', ...table.columns.map(({ name }) => name)].join('\n').toLowerCase(),
  }))
  indexes(ctx).set(id, { fetchedAt: stored.fetched_at.getTime(), tables }, stored.schema.length)
  return tables
}

interface RankedTable extends Pick<FoundTable, 'rank' | 'match'> {
  table: SchemaTable
}

function bestTables(index: readonly IndexedTable[], term: SearchTerm, limit: number): RankedTable[] {
  const matching = index.filter(({ searched }) => term.words.every((word) => searched.includes(word)))
  const named = matching.flatMap(({ table }) => {
    const rank = rankByName(table.name, term)
    return rank === null ? [] : [{ table, rank, match: null }]
  })
  const best = named.sort((one, other) => one.rank - other.rank || compareNames(one.table, other.table)).slice(0, limit)
  if (best.length === limit) return best
  const others = matching.filter(({ table }) => rankByName(table.name, term) === null)
  return [...best, ...tablesByColumn(others, term, limit - best.length)]
}

/** `public.orders` is found by either name. */
function rankByName(name: string, term: SearchTerm): number | null {
  const ranks = [nameRank(name, term), nameRank(tableParts(name).at(-1) ?? name, term)].filter((rank) => rank !== null)
  return ranks.length === 0 ? null : Math.min(...ranks)
}

const compareNames = (one: SchemaTable, other: SchemaTable) =>
  one.name.length - other.name.length || (one.name < other.name ? -1 : 1)

/** Tables that match by a column or their description: those with a column of that very name first. */
function tablesByColumn(tables: readonly IndexedTable[], term: SearchTerm, limit: number): RankedTable[] {
  const found = tables.map(({ table }) => {
    const lower = table.name.toLowerCase()
    const word = term.words.find((each) => !lower.includes(each)) ?? ''
    const names = table.columns.map((column) => column.name)
    const exact = names.find((name) => name.toLowerCase() === word)
    return {
      table,
      word,
      column: exact ?? names.find((name) => name.toLowerCase().includes(word)),
      isExact: exact !== undefined,
    }
  })
  found.sort((one, other) => Number(other.isExact) - Number(one.isExact) || compareNames(one.table, other.table))
  return found.slice(0, limit).map(({ table, word, column }) => {
    const rank = column === undefined ? MatchRank.text : MatchRank.field
    const excerpt = excerptOf(column ?? table.description ?? '', word)
    return { table, rank, match: excerpt && { field: column === undefined ? 'description' : 'column', ...excerpt } }
  })
}
