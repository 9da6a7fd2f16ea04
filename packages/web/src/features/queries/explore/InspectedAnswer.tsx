import type { ResultWindow } from '@sightline/contract/results.ts'
import type { ExploredColumn } from '@sightline/domain/explore/exploration.ts'
import { type ReactNode, useState } from 'react'
import type { PickedMark, PickMark } from '../../../visualizations/visualization.ts'
import { ExploredMark } from './ExploredMark.tsx'
import { resultMark } from './result-mark.ts'
import type { Answer } from './use-explored.ts'

interface InspectedAnswerProps {
  answer: Answer
  queryId: number
  /** The first window of the result. */
  window: ResultWindow
  columns: readonly ExploredColumn[]
  /** The answer, which shows the rows behind a mark on its groups. */
  children(inspect: PickMark): ReactNode
}

/** An answer with the card of the rows behind one of its marks or cells. */
export function InspectedAnswer({ answer, queryId, window, columns, children }: InspectedAnswerProps) {
  const { key, charted } = answer
  const [inspected, setInspected] = useState<{ of: string; mark: PickedMark } | null>(null)
  // Rows of another answer have other marks.
  if (inspected !== null && inspected.of !== key) setInspected(null)
  const inspect: PickMark = (picked) => {
    const mark = resultMark(picked, charted.exploration, columns)
    if (mark !== null) setInspected({ of: key, mark })
  }
  return (
    <>
      {children(inspect)}
      {inspected !== null && (
        <ExploredMark
          queryId={queryId}
          first={window}
          mark={inspected.mark}
          conditions={charted.exploration.conditions}
          onClose={() => setInspected(null)}
        />
      )}
    </>
  )
}
