import { i18n } from '../language/i18n.ts'
import { type SqlToken, sqlTokens } from './scan.ts'

/** A reference to another query in place of a table. */
export interface QueryReference {
  /** `query_5` runs the query, `cached_query_5` uses its latest result, `param_query_5_{a=1}` runs it with parameter values. */
  kind: 'query' | 'cached_query' | 'param_query'
  /** The digits as written; the query may not exist. */
  id: string
  /** The text between the braces, as written; '' without braces. */
  pairs: string
  /** Offsets of the reference in the query text, quotes included; `end` is exclusive. */
  start: number
  end: number
}

/** A `param_query` whose braces are not closed; the message says why. */
export class QueryReferenceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'QueryReferenceError'
  }
}

const REFERENCE = /^(?:(query|cached_query)_([1-9]\d*)|param_query_([1-9]\d*)_\{([^{}]*)\})$/i
const UNFINISHED = /^param_query_[1-9]\d*_$/i

/** Keywords after which a name at the same level is not a table. */
const ENDS_FROM = new Set(
  'select where group having order limit offset fetch qualify window values union intersect except'.split(' '),
)
/** Keywords before exactly one table, not a list of tables. */
const OPENS_TABLE = new Set(['join', 'describe', 'summarize', 'table', 'pivot', 'unpivot'])
/** Functions with a FROM between their arguments. */
const TAKES_FROM = new Set(['extract', 'substring', 'trim', 'overlay'])
/** Keywords that may come between the name of a common table expression and its query. */
const WITHIN_WITH = new Set(['as', 'not', 'materialized', 'using', 'key'])

/** The state of one level of parentheses. */
interface Level {
  /** Whether the next name is a table. */
  expectsTable: boolean
  /** Whether a comma is followed by another table. */
  isInFrom: boolean
  /** Whether this level has the arguments of a function with FROM as a separator. */
  isCall: boolean
  /** Lower-case names of the common table expressions that are defined at this level; null for none, as on most levels. */
  defined: Set<string> | null
  /** The position in `WITH name AS (…), …`; null outside of it. */
  step: 'name' | 'as' | 'text' | 'comma' | null
  /** The common table expression whose query this level is; null for other levels. */
  defines: string | null
  isRecursive: boolean
  /** The last name that was read in a WITH. */
  named: string
}

const level = (isTable: boolean, isCall: boolean, defines: string | null): Level => ({
  expectsTable: isTable,
  isInFrom: false,
  isCall,
  defined: null,
  step: null,
  defines,
  isRecursive: false,
  named: '',
})

/**
 * The references to other queries in order of appearance, with repetitions: names after FROM, JOIN and the commas of a FROM, in
 * any case, quoted or not. Strings, comments, columns, names with a schema and names of common table expressions do not count.
 * @param dialect `duckdb` or `sqlite`; null for SQLite, the default of Query Results
 * @throws QueryReferenceError if the braces of a `param_query` are not closed
 */
export function queryReferences(text: string, dialect: string | null): QueryReference[] {
  const found: QueryReference[] = []
  let levels = [level(false, false, null)]
  // Counts by name how many enclosing levels define it, so that a lookup takes the same time at any depth.
  const definitions = new Map<string, number>()
  let candidate: SqlToken | null = null
  let before = ''

  for (const token of sqlTokens(text, dialect ?? 'sqlite')) {
    const here = levels.at(-1) ?? level(false, false, null)
    const word = token.kind === 'word' ? token.name.toLowerCase() : token.name
    if (candidate) {
      if (token.kind === 'sign' && word === '{' && UNFINISHED.test(candidate.name)) throw unfinished(candidate.name)
      // In DuckDB's `alias : query_5`, the table comes after the alias.
      if (token.kind === 'sign' && word === ':') here.expectsTable = true
      else if (token.kind !== 'sign' || (word !== '.' && word !== '(')) keep(candidate)
      candidate = null
    }
    if (token.kind === 'sign') readSign(here, word)
    else if (!readWith(here, token, word) && isTable(here, token, word)) candidate = token
    before = token.kind === 'quoted' ? '' : word
  }
  if (candidate) keep(candidate)
  return found

  function keep(token: SqlToken): void {
    const [, kind, id, paramId, pairs = ''] = REFERENCE.exec(token.name) ?? []
    const { start, end } = token
    if (paramId !== undefined) found.push({ kind: 'param_query', id: paramId, pairs, start, end })
    if (id === undefined || definitions.get(token.name.toLowerCase())) return
    found.push({ kind: kind?.toLowerCase() === 'query' ? 'query' : 'cached_query', id, pairs, start, end })
  }

  function readSign(here: Level, sign: string): void {
    if (sign === '(') {
      const isText = here.step === 'text'
      levels.push(level(here.expectsTable, TAKES_FROM.has(before), isText ? here.named : null))
      // In a recursive common table expression its name refers to itself; in others it still refers to the table.
      if (isText && here.isRecursive) define(here, here.named)
      here.expectsTable = false
    } else if (sign === ')' && levels.length > 1) {
      const closed = levels.pop()
      const outer = levels.at(-1)
      for (const name of closed?.defined ?? []) definitions.set(name, (definitions.get(name) ?? 0) - 1)
      if (closed?.defines == null || !outer) return
      define(outer, closed.defines)
      outer.step = 'comma'
    } else if (sign === ',') {
      if (here.step === 'comma') here.step = 'name'
      else here.expectsTable = here.isInFrom
    } else if (sign === ';') {
      levels = [level(false, false, null)]
      definitions.clear()
    }
  }

  function define(at: Level, name: string): void {
    at.defined ??= new Set()
    if (!at.defined.has(name)) definitions.set(name, (definitions.get(name) ?? 0) + 1)
    at.defined.add(name)
  }

  /** @returns whether the name is part of the WITH clause and not a table */
  function readWith(here: Level, token: SqlToken, word: string): boolean {
    if (here.step === 'name') {
      if (word === 'recursive' && token.kind === 'word') here.isRecursive = true
      else {
        here.named = token.name.toLowerCase()
        here.step = 'as'
      }
      return true
    }
    if ((here.step === 'as' || here.step === 'text') && token.kind === 'word' && WITHIN_WITH.has(word)) {
      if (word === 'as') here.step = 'text'
      return true
    }
    here.step = null
    return false
  }

  /** @returns whether the name, which may be a keyword, is a table */
  function isTable(here: Level, token: SqlToken, word: string): boolean {
    const keyword = token.kind === 'word' && before !== '.' ? word : ''
    if (keyword === 'with') {
      here.step = 'name'
      here.isRecursive = false
    } else if (keyword === 'from') {
      // `IS DISTINCT FROM` is a comparison.
      if (here.isCall || before === 'distinct') return false
      here.expectsTable = true
      here.isInFrom = true
    } else if (OPENS_TABLE.has(keyword)) here.expectsTable = true
    else if (ENDS_FROM.has(keyword)) {
      here.expectsTable = false
      here.isInFrom = false
    } else if (here.expectsTable && keyword !== 'lateral') {
      here.expectsTable = false
      return true
    }
    return false
  }
}

const unfinished = (name: string) =>
  new QueryReferenceError(
    i18n._(
      'The values of {reference} must be URL-encoded and end with a brace: write %27 for an apostrophe, %7D for a brace.',
      {
        reference: `${name}{…}`,
      },
    ),
  )

/**
 * The lower-case table name of a reference; with values it is `query_5_` and a hash of them.
 * @param md5 returns hexadecimal; passed in, because domain code has no crypto library
 */
export function tableOf({ kind, id, pairs }: QueryReference, md5: (text: string) => string): string {
  return kind === 'param_query' ? `query_${id}_${md5(`query_${id}_${pairs}`)}` : `${kind}_${id}`
}

/**
 * Replaces the references in a query text by table names.
 * @param places the references in order of appearance, each with its table
 * @returns the new text, and a function that maps a 1-based position in it to the original text; a position within a table name
 * maps to the start of the reference
 */
export function withTables(
  text: string,
  places: readonly { start: number; end: number; table: string }[],
): { text: string; placeIn: (position: number) => number } {
  let replaced = ''
  let at = 0
  const shifts: { from: number; to: number; by: number; start: number }[] = []
  for (const { start, end, table } of places) {
    replaced += text.slice(at, start)
    shifts.push({ from: replaced.length, to: replaced.length + table.length, by: end - replaced.length - table.length, start })
    replaced += table
    at = end
  }
  const placeIn = (position: number) => {
    const offset = position - 1
    const last = shifts.findLast(({ from }) => from <= offset)
    if (!last) return position
    return (offset < last.to ? last.start : offset + last.by) + 1
  }
  return { text: replaced + text.slice(at), placeIn }
}
