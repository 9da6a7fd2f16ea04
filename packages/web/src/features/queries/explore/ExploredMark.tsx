import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { useMemo } from 'react'
import { MarkActions } from '../../../app/MarkActions.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { useMarkRows } from '../../../results/use-mark-rows.ts'
import { MarkCard } from '../../../visualizations/MarkCard.tsx'
import { conditionsOfMark } from '../../../visualizations/picked-mark.ts'
import type { PickedMark } from '../../../visualizations/visualization.ts'
import { RemovedState } from './RemovedState.tsx'

const NO_FILTERS = [] as const

interface ExploredMarkProps {
  queryId: number
  /** The first window of the result. */
  first: ResultWindow
  /** The mark on the columns of the result. */
  mark: PickedMark
  /** The filters of the exploration. */
  conditions: readonly Condition[]
  onClose(): void
}

/** The rows of the explored result behind a mark of its chart. */
export function ExploredMark({ queryId, first, mark, conditions: filters, onClose }: ExploredMarkProps) {
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => [...filters, ...conditionsOfMark(mark)], [filters, mark])
  const { load, isGone } = useMarkRows({ first, filters: NO_FILTERS, conditions, timeZone }, sessionReader)
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
      gone={isGone ? <RemovedState queryId={queryId} resultId={first.result.id} /> : null}
      actions={<MarkActions setParameter={null} rows={isGone ? null : { queryId, first, filters: NO_FILTERS, conditions }} />}
    />
  )
}
