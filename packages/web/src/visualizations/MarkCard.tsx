import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { isLimited, limitedResultText } from '@sightline/domain/limited-result.ts'
import { type ReactNode, useCallback } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { MatchCount, useMatchCount } from '../ui/data-table/MatchCount.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import styles from './MarkCard.module.css'
import { sentenceOfMark } from './picked-mark.ts'
import type { LoadData } from './use-result-data.ts'
import { VisualizationView } from './VisualizationView.tsx'
import type { Formats, PickedMark } from './visualization.ts'

/** The height until the rows are counted. */
const ROWS_AT_FIRST = 8

interface MarkCardProps {
  mark: PickedMark
  result: ResultInfo
  /** Loads the rows behind the mark. Pass a stable function. */
  loadData: LoadData
  formats: Formats
  /** Shown in place of rows that cannot be loaded any more; null for the rows. */
  gone: ReactNode
  /** Shown above the rows, where they stay in place whatever number of rows is found; null for none. */
  actions: ReactNode
  onClose(): void
}

/** The rows of the result that a mark was drawn from, as a table. */
export function MarkCard({ mark, result, loadData, formats, gone, actions, onClose }: MarkCardProps) {
  const key = `${result.id} ${JSON.stringify(mark)}`
  const { countFor, withCounting } = useMatchCount()
  const load = useCallback<LoadData>(
    async (needs, signal) => {
      const data = await loadData(needs, signal)
      return data.kind === 'windows' ? { ...data, source: withCounting(data.source, key) } : data
    },
    [loadData, key, withCounting],
  )
  const found = countFor(key)
  return (
    <Dialog opened onClose={onClose} title={sentenceOfMark(mark, result.columns, formats)} size="min(960px, 94vw)">
      {actions !== null && (
        <div className={styles.actions} data-actions>
          {actions}
        </div>
      )}
      <div className={styles.rows} style={{ '--rows': found?.rows ?? ROWS_AT_FIRST }}>
        {gone ?? (
          <VisualizationView
            visualization={{ type: 'TABLE', name: t`Rows behind the mark`, options: {} }}
            loadData={load}
            columns={result.columns}
            formats={formats}
            refreshKey={key}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <MatchCount found={found} total={result.row_count} />
        <span>
          <Trans>
            Updated <TimeAgo date={result.retrieved_at} />
          </Trans>
        </span>
        {isLimited(result) && <span>{limitedResultText()}</span>}
      </footer>
    </Dialog>
  )
}
