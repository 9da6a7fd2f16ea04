import { t } from '@lingui/core/macro'
import type { ResultInfo } from '@sightline/contract/results.ts'
import type { SourceSql } from '@sightline/domain/explore/source-sql.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { AUTO_LIMIT_ROWS } from '@sightline/domain/sql-text/statements.ts'

type TableSql = Extract<SourceSql, { sql: string }>

/**
 * Says which rows a query on the data source covers, in comparison with the explored result.
 * @param result the explored result
 * @param isGrouped whether the query returns groups or measures; otherwise the automatic limit applies to its rows
 * @param sortsTexts whether the order is that of texts, for which each database has rules of its own
 */
export function coverageText(
  { table, hasCondition, limit }: Pick<TableSql, 'table' | 'hasCondition' | 'limit'>,
  result: Pick<ResultInfo, 'auto_limit' | 'truncated'>,
  isGrouped: boolean,
  sortsTexts: boolean,
): string {
  const rows = hasCondition ? t`all rows that meet the condition of the explored query` : t`all rows of the table`
  const first = limit ?? (result.auto_limit ? AUTO_LIMIT_ROWS : null)
  const contrast =
    first !== null
      ? t`, not only the first ${localNumber(first)}`
      : result.truncated === null
        ? ''
        : t`, not only those of the stored result`
  const returned = isGrouped
    ? ''
    : t` Without groups it returns the first ${localNumber(AUTO_LIMIT_ROWS)} of them, until you turn off its limit.`
  const order = sortsTexts ? t` The database sorts texts by its own rules.` : ''
  return t`Reads ${table} each time it runs, and covers ${rows}${contrast}.${returned}` + order
}
