import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useMemo } from 'react'
import { GoneRows } from '../../../app/GoneRows.tsx'
import { MarkActions } from '../../../app/MarkActions.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { useMarkRows } from '../../../results/use-mark-rows.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { MarkCard } from '../../../visualizations/MarkCard.tsx'
import { conditionsOfMark, valuesOfMark } from '../../../visualizations/picked-mark.ts'
import type { PickedMark } from '../../../visualizations/visualization.ts'
import type { Parameters } from '../parameters/use-parameters.ts'

interface MarkRowsProps {
  /** null if the rows cannot be explored. */
  queryId: number | null
  mark: PickedMark
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the visualization pass. */
  filters: readonly Filter[]
  parameters: Parameters
  /** Runs the query with another value of a parameter. */
  onAssign(definition: Definition): void
  /** Runs the query again; null if the reader may not. */
  onExecute: (() => void) | null
  onClose(): void
}

/** The rows behind a mark of the visualization, and what can be done with them. */
export function MarkRows({ queryId, mark, first, filters, parameters, onAssign, onExecute, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => conditionsOfMark(mark), [mark])
  const { load, isGone } = useMarkRows({ first, filters, conditions, timeZone }, sessionReader)
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
      gone={isGone ? <GoneRows onExecute={onExecute} /> : null}
      actions={
        <MarkActions
          setParameter={
            <SetParameterMenu
              cells={valuesOfMark(mark).map(({ value }) => value)}
              definitions={parameters.definitions}
              options={parameters.options}
              onSet={(definition) => {
                onClose()
                onAssign(definition)
              }}
            />
          }
          rows={queryId === null || isGone ? null : { queryId, first, filters, conditions }}
        />
      }
    />
  )
}
