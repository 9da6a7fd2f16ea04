import { Trans } from '@lingui/react/macro'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { MatchCount } from '../../../ui/data-table/MatchCount.tsx'
import styles from './ResultPane.module.css'
import type { LiveRows, VisibleRows } from './use-visible-result.ts'

interface ShownPartProps {
  result: ResultWindow | null
  /** The first rows of a run that has not ended; null for none. */
  live: LiveRows | null
  /** The rows that the search and the filters leave; null where they are not listed. */
  rows: VisibleRows | null
  /** Whether only a selected part of the query was run. */
  isOfSelection: boolean
  /** Number of statements that were run. */
  statements: number
}

/** Says which part of a result is shown, and of which part of the query it is. */
export function ShownPart({ result, live, rows, isOfSelection, statements }: ShownPartProps) {
  return (
    <>
      {live !== null && (
        <span className={styles.first}>
          <Trans>Showing the first {localNumber(live.count)}</Trans>
        </span>
      )}
      {isOfSelection && (
        <span className={styles.first}>
          <Trans>Result of a part of the query</Trans>
        </span>
      )}
      {live === null && statements > 1 && (
        <span className={styles.first}>
          <Trans>Last result of {localNumber(statements)} statements</Trans>
        </span>
      )}
      {live === null && rows?.isNarrowed && result !== null && (
        <MatchCount found={rows.found} total={result.result.row_count} />
      )}
    </>
  )
}
