import { type SqlToken, sqlTokens } from './scan.ts'
import { statementsOf } from './statements.ts'

/** A query that shows rows of one table as they are. */
export interface PlainTable {
  /** The table as written. */
  table: string
  /** The selected columns as written; null for all. */
  columns: readonly string[] | null
  /** The condition as written; null without one. */
  where: string | null
  /** The number of rows that the text limits itself to; null without a limit. */
  limit: number | null
}

/** Words that stand where a column could, and are none or count rows. */
const NO_COLUMN = new Set(
  'all as case cast current_date distinct exists false from level not null rownum true where'.split(' '),
)
/** Words after a condition, or within one, with which the text would be more than a table and a condition. */
const MORE_THAN_ROWS = new Set(
  'connect except fetch for format group having intersect into lock minus model offset option order prewhere procedure qualify returning rownum sample settings start union using window with'.split(
    ' ',
  ),
)

/**
 * Reads `SELECT * FROM sales.orders WHERE … LIMIT 100`, with or without a list of columns, a condition and a limit.
 * @param dialect of SQL, as for `scan`
 * @returns null if the text is anything else, or has parameters. In doubt it is something else
 */
export function plainTable(text: string, dialect: string): PlainTable | null {
  if (text.includes('{{')) return null
  const statements = statementsOf(text, dialect)
  const [statement] = statements
  return statement === undefined || statements.length > 1 ? null : new Reader(statement, dialect).read()
}

const sliceOf = (text: string, tokens: readonly SqlToken[]) => text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)

class Reader {
  private readonly statement: string
  private readonly dialect: string
  private readonly tokens: readonly SqlToken[]
  private at = 0
  private limit: number | null = null

  constructor(statement: string, dialect: string) {
    this.statement = statement
    this.dialect = dialect
    this.tokens = [...sqlTokens(statement, dialect)]
  }

  read(): PlainTable | null {
    if (!this.takes('select')) return null
    if (this.dialect === 'transactsql' && this.takes('top') && !this.readTop()) return null
    const columns = this.readColumns()
    if (columns === undefined || !this.takes('from')) return null
    const table = this.readName(4)
    if (table === null) return null
    const where = this.takes('where') ? this.readCondition() : null
    if (where === undefined || !this.readLimit() || this.at < this.tokens.length) return null
    return { table, columns, where, limit: this.limit }
  }

  /** Passes a word, or a sign. @returns whether it was there */
  private takes(word: string): boolean {
    const token = this.tokens[this.at]
    const isThere = (token?.kind === 'word' || token?.kind === 'sign') && token.name.toLowerCase() === word
    if (isThere) this.at++
    return isThere
  }

  /** @returns null for all columns; undefined if they are not columns alone, each once */
  private readColumns(): string[] | null | undefined {
    if (this.takes('*')) return null
    const columns: string[] = []
    do {
      const token = this.tokens[this.at]
      const name = token?.kind === 'word' && NO_COLUMN.has(token.name.toLowerCase()) ? null : this.readName(1)
      if (name === null) return undefined
      columns.push(name)
    } while (this.takes(','))
    const names = new Set(columns.map((name) => name.toLowerCase()))
    return names.size === columns.length ? columns : undefined
  }

  /** A name of one or several parts. @returns null if there is something else */
  private readName(maxParts: number): string | null {
    const start = this.at
    do {
      const token = this.tokens[this.at]
      const isName = token?.kind === 'quoted' || (token?.kind === 'word' && !/^\d/.test(token.name))
      if (!isName || this.at - start >= maxParts * 2) return null
      this.at++
    } while (this.takes('.'))
    return sliceOf(this.statement, this.tokens.slice(start, this.at))
  }

  /** @returns undefined if the text has more than a condition */
  private readCondition(): string | undefined {
    const start = this.at
    let depth = 0
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at]
      const word = token?.kind === 'word' ? token.name.toLowerCase() : ''
      if (token?.kind === 'sign' && token.name === '(') depth++
      if (token?.kind === 'sign' && token.name === ')') depth--
      if (depth < 0 || word === 'rownum') return undefined
      if (depth > 0) continue
      if (word === 'limit' || word === 'fetch') break
      if (MORE_THAN_ROWS.has(word)) return undefined
    }
    return depth > 0 || this.at === start ? undefined : sliceOf(this.statement, this.tokens.slice(start, this.at))
  }

  private readCount(): boolean {
    const { name = '' } = this.tokens[this.at] ?? {}
    if (!/^\d{1,15}$/.test(name)) return false
    this.limit = Number(name)
    this.at++
    return true
  }

  private readTop(): boolean {
    return this.takes('(') ? this.readCount() && this.takes(')') : this.readCount()
  }

  /** `LIMIT 5` or `FETCH FIRST 5 ROWS ONLY`. @returns false if there is another limit */
  private readLimit(): boolean {
    if (this.takes('limit')) return this.readCount()
    if (!this.takes('fetch')) return true
    const isRead = (this.takes('first') || this.takes('next')) && this.readCount()
    return isRead && (this.takes('rows') || this.takes('row')) && this.takes('only')
  }
}
