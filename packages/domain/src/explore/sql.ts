import { i18n } from '../language/i18n.ts'
import { tableColumns } from '../names.ts'
import { lexicalRulesOf } from '../query-text/languages.ts'
import { stringLiteral } from '../query-text/lexical-rules.ts'
import { duckdb } from './dialects/duckdb.ts'
import { doubleQuoted } from './dialects/standard.ts'
import { answerColumns, type Exploration, type ExploredColumn } from './exploration.ts'
import { cellsOf } from './pivot.ts'
import { selectSql } from './select-sql.ts'

/** The table of a query. */
export interface ExploredTable {
  /** As in `cached_query_5`. */
  name: string
  /** In which instants are cut. */
  timeZone: string
}

/**
 * The SQL of an exploration on the stored result, in DuckDB's dialect of Query Results, with the same groups in the same order.
 * @param columns of the result; all columns of the exploration are among them
 */
export function sqlOf(exploration: Exploration, columns: readonly ExploredColumn[], { name, timeZone }: ExploredTable): string {
  // Tables name some columns differently than results.
  const refs = tableColumns(columns.map((column) => column.name))
  const lexis = lexicalRulesOf('query-results/duckdb', '')
  return selectSql(exploration, {
    dialect: duckdb,
    table: name,
    where: null,
    timeZone,
    literal: (text) => stringLiteral(lexis, text) ?? '',
    column(wanted) {
      const place = columns.findIndex((column) => column.name === wanted)
      return {
        name: wanted,
        type: columns[place]?.type ?? null,
        isInstant: columns[place]?.isInstant ?? false,
        ref: doubleQuoted(refs[place] ?? wanted),
        sourceType: '',
      }
    },
    names: tableColumns(answerColumns(cellsOf(exploration), columns).map((one) => one.name)),
    // The table of the result is sorted by the alphabet of its reader.
    sortedText: (target) => `${duckdb.text(target)} COLLATE ${i18n.locale}`,
  })
}
