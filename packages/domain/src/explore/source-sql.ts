import { i18n } from '../language/i18n.ts'
import { plainTable } from '../sql-text/plain-table.ts'
import { NotInSql } from './condition-sql.ts'
import { exploreDialect } from './dialects/registry.ts'
import { answerColumns, type Exploration } from './exploration.ts'
import { cellsOf } from './pivot.ts'
import { selectSql } from './select-sql.ts'
import { type SourceColumn, sourceColumns, sourceLiteral } from './source-columns.ts'

/** The query whose result is explored, and its data source. */
export interface ExploredQuery {
  text: string
  source: { explore_dialect?: string | undefined; dialect: string; language: string }
}

/** The SQL that returns the groups of the whole table of a data source, or why there is none. */
export type SourceSql =
  | {
      sql: string
      /** The table as written in the query. */
      table: string
      /** Whether the query has a condition, which stays. */
      hasCondition: boolean
      /** The limit of the query, which is left out; null without one. */
      limit: number | null
    }
  | { sql: null; reason: string }

/**
 * The SQL of an exploration on the data source itself, if the explored result has the rows of one table.
 * @param columns of the result; all columns of the exploration are among them
 * @param timeZone in which instants are cut
 * @returns null if the query is more than a table with a condition, has parameters, or if its type of data source is not described
 */
export function sourceSql(
  exploration: Exploration,
  columns: readonly SourceColumn[],
  { text, source }: ExploredQuery,
  timeZone: string,
): SourceSql | null {
  const dialect = exploreDialect(source.explore_dialect)
  const plain = dialect === null ? null : plainTable(text, source.dialect)
  if (dialect === null || plain === null) return null
  if (plain.columns !== null && plain.columns.length !== columns.length) return null
  const { table, where, limit } = plain
  const cells = cellsOf(exploration)
  const names = answerColumns(cells, columns).map((column) => column.name)
  try {
    if (dialect.aliasesHideColumns) refuseHidden(names)
    const sql = selectSql(exploration, {
      dialect,
      table,
      where,
      timeZone,
      literal: sourceLiteral(dialect, source.language),
      column: sourceColumns(dialect, columns, plain.columns),
      names,
    })
    return { sql, table, hasCondition: where !== null, limit }
  } catch (error) {
    if (error instanceof NotInSql) return { sql: null, reason: error.message }
    throw error
  }

  function refuseHidden(aliases: readonly string[]): void {
    const isOther = (name: string, at: number) => cells.groups[at]?.column !== name
    const hidden = aliases.find((name, at) => isOther(name, at) && columns.some((column) => column.name === name))
    if (hidden === undefined) return
    throw new NotInSql(
      i18n._('In {dialect}, "{column}" is a column of the table and cannot also name a group or a measure.', {
        dialect: dialect?.name ?? '',
        column: hidden,
      }),
    )
  }
}
