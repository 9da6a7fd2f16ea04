import type { ResultInfo } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { isLimited, LIMITED_RESULT } from '@sightline/domain/limited-result.ts'
import { type ReactNode, useCallback } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { MatchCount, useMatchCount } from '../ui/data-table/MatchCount.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { cellLabel } from './cell-label.ts'
import styles from './MarkCard.module.css'
import type { LoadData } from './use-result-data.ts'
import { VisualizationView } from './VisualizationView.tsx'
import type { Formats, MarkValue, PickedMark } from './visualization.ts'

/** The values that the rows behind a mark have in common. */
export const valuesOfMark = ({ x, series, y, panel, others = [] }: PickedMark): MarkValue[] => {
  const values = [x, series, y, panel, ...others].filter((value) => value !== null)
  return values.filter(({ column }, at) => values.findIndex((other) => other.column === column) === at)
}

/** The filters that only the rows behind a mark pass. Their `values` are empty, because those of the column are not known here. */
export const filtersOfMark = (mark: PickedMark): Filter[] =>
  valuesOfMark(mark).map(({ column, value }) => ({
    name: column,
    friendlyName: column,
    multiple: false,
    values: [],
    current: [value],
  }))

/** The height until the rows are counted. */
const ROWS_AT_FIRST = 8

interface MarkCardProps {
  mark: PickedMark
  result: ResultInfo
  /** Loads the rows behind the mark. Pass a stable function. */
  loadData: LoadData
  formats: Formats
  /** Shown beside the number of rows. */
  actions: ReactNode
  onClose(): void
}

/** The rows of the result that a mark was drawn from, as a table. */
export function MarkCard({ mark, result, loadData, formats, actions, onClose }: MarkCardProps) {
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
    <Dialog opened onClose={onClose} title={`Rows where ${sentenceOf(mark, result, formats)}`} size="min(960px, 94vw)">
      <div className={styles.rows} style={{ '--rows': found?.rows ?? ROWS_AT_FIRST }}>
        <VisualizationView
          visualization={{ type: 'TABLE', name: 'Rows behind the mark', options: {} }}
          loadData={load}
          columns={result.columns}
          formats={formats}
          refreshKey={key}
        />
      </div>
      <footer className={styles.foot}>
        <MatchCount found={found} total={result.row_count} />
        <span>
          Updated <TimeAgo date={result.retrieved_at} />
        </span>
        {isLimited(result) && <span>{LIMITED_RESULT}</span>}
        <div className={styles.actions}>{actions}</div>
      </footer>
    </Dialog>
  )
}

function sentenceOf(mark: PickedMark, { columns }: ResultInfo, formats: Formats): string {
  const parts = valuesOfMark(mark).map(({ column, value }) => {
    const known = columns.find(({ name }) => name === column)
    return `${column} is ${value === null ? 'null' : cellLabel(value, known, formats)}`
  })
  return parts.join(' and ')
}
