import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import styles from './widget.module.css'

/** Says in the head of a widget that the automatic limit cut its result: totals and charts show a part of the data only. */
export function LimitedMark({ result }: { result: Pick<ResultInfo, 'auto_limit' | 'row_count'> | null }) {
  if (!result?.auto_limit) return null
  const rows = localNumber(result.row_count)
  return (
    <span className={styles.limited} title={t`Shows the first ${rows} rows only: the query has a limit`}>
      <Trans>First {rows} rows</Trans>
    </span>
  )
}
