import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { type SqlToken, sqlTokens, withoutTags } from '@sightline/domain/sql-text/scan.ts'

/** A text without a subquery need not be read in tokens at every key. */
const HAS_SUBQUERY = /\(\s*(?:with|select|values|from)\b/i
const BEGINS_QUERY = new Set(['with', 'select', 'values', 'from'])
/** Words that cannot be the name of a column or table where an alias may stand. */
const NOT_A_NAME = new Set(
  'and as asc by case cross desc distinct else end except first from full group having in inner intersect into is join last left like limit natural not null nulls offset on or order outer over qualify right select set then union using when where window with'.split(
    ' ',
  ),
)

/** Finds the columns of a table or an alias that a query names; null if it is unknown. */
type FindTable = (name: string) => SchemaTable | null
/** Finds the tables that a part of the text reads, by their names and aliases in lower case. */
type TablesIn = (text: string, find: FindTable) => ReadonlyMap<string, SchemaTable>

/**
 * The tables that a query text defines itself: common table expressions and subqueries with an alias, with their columns as far as
 * they can be read from the text.
 * @param dialect as for `sqlTokens`
 * @param inSchema finds a table of the schema
 */
export function derivedTables(text: string, dialect: string, inSchema: FindTable, tablesIn: TablesIn): SchemaTable[] {
  if (!HAS_SUBQUERY.test(text)) return []
  const tokens = [...sqlTokens(withoutTags(text), dialect)]
  const closing = closingParentheses(tokens)
  const found: SchemaTable[] = []
  const find: FindTable = (name) => found.findLast((table) => table.name.toLowerCase() === name) ?? inSchema(name)
  tokens.forEach((token, open) => {
    if (token.name !== '(' || !BEGINS_QUERY.has(word(tokens[open + 1]))) return
    const close = closing.get(open)
    const body = tokens.slice(open + 1, close ?? tokens.length)
    const defined = definedName(tokens, open, close)
    if (defined === null) return
    const end = close === undefined ? text.length : (tokens[close]?.start ?? text.length)
    const columns = defined.columns ?? outputColumns(body, tablesIn(text.slice(token.end, end), find))
    found.push({ name: defined.name, columns: columns.map((name) => ({ name, type: '' })) })
  })
  return found
}

/** The index of each closing parenthesis by that of the opening one. */
function closingParentheses(tokens: readonly SqlToken[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  tokens.forEach(({ name, kind }, index) => {
    if (kind !== 'sign') return
    if (name === '(') open.push(index)
    const last = name === ')' ? open.pop() : undefined
    if (last !== undefined) closing.set(last, index)
  })
  return closing
}

/** `orders AS (` and `orders (a, b) AS (`, or `) AS orders` and `) orders`; null if the subquery has no name. */
function definedName(tokens: readonly SqlToken[], open: number, close: number | undefined) {
  let before = open - 1
  while (['materialized', 'not'].includes(word(tokens[before]))) before--
  if (word(tokens[before]) === 'as') {
    const columnsEnd = tokens[before - 1]?.name === ')' ? before - 1 : null
    if (columnsEnd === null) return nameAt(tokens[before - 1], null)
    const columnsStart = tokens.slice(0, columnsEnd).findLastIndex(({ name }) => name === '(')
    const columns = tokens.slice(columnsStart + 1, columnsEnd).filter(isName)
    return nameAt(
      tokens[columnsStart - 1],
      columns.map(({ name }) => name),
    )
  }
  if (close === undefined) return null
  return nameAt(word(tokens[close + 1]) === 'as' ? tokens[close + 2] : tokens[close + 1], null)
}

const nameAt = (token: SqlToken | undefined, columns: string[] | null) =>
  token !== undefined && isName(token) ? { name: token.name, columns } : null

/** The names of the columns that a query returns. Expressions without a name are left out. */
function outputColumns(query: readonly SqlToken[], tables: ReadonlyMap<string, SchemaTable>): string[] {
  const names = selectList(query).flatMap((item) => {
    const last = item.at(-1)
    const before = item.at(-2)
    if (last === undefined) return []
    if (last.name === '*' && item.length === 1) return [...new Set(tables.values())].flatMap(columnNames)
    if (last.name === '*' && before?.name === '.') return columnNames(tables.get(word(item.at(-3))) ?? null)
    if (!isName(last)) return []
    // A plain column, `t.column`, `… AS name`, or an expression and its name.
    const isNamed = before === undefined || before.name === '.' || before.kind !== 'sign' || [')', ']'].includes(before.name)
    return isNamed ? [last.name] : []
  })
  return [...new Set(names)]
}

const columnNames = (table: SchemaTable | null) => table?.columns.map(({ name }) => name) ?? []

/** The items between SELECT and FROM, without those in parentheses. */
function selectList(query: readonly SqlToken[]): SqlToken[][] {
  const items: SqlToken[][] = []
  let depth = 0
  for (const token of query) {
    if (token.name === '(') depth++
    if (token.name === ')') depth--
    const keyword = depth === 0 ? word(token) : ''
    if (items.length === 0) {
      if (keyword === 'select') items.push([])
    } else if (['from', 'into', 'where', 'union', 'limit'].includes(keyword)) break
    else if (depth === 0 && token.name === ',') items.push([])
    else if (keyword !== 'distinct' && keyword !== 'all') items.at(-1)?.push(token)
  }
  return items
}

const word = (token: SqlToken | undefined): string =>
  token?.kind === 'word' || token?.kind === 'quoted' ? token.name.toLowerCase() : ''

const isName = (token: SqlToken): boolean =>
  token.kind === 'quoted' || (token.kind === 'word' && /^\D/.test(token.name) && !NOT_A_NAME.has(token.name.toLowerCase()))
