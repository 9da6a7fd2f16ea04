import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useMemo } from 'react'
import { MarkActions } from '../../../app/MarkActions.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { markRows } from '../../../results/mark-rows.ts'
import { sessionReader } from '../../../results/result-reader.ts'
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
  onClose(): void
}

/** The rows behind a mark of the visualization, and what can be done with them. */
export function MarkRows({ queryId, mark, first, filters, parameters, onAssign, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => conditionsOfMark(mark), [mark])
  const load = useMemo(
    () => markRows({ first, filters, conditions, timeZone }, sessionReader),
    [first, filters, conditions, timeZone],
  )
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
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
          rows={queryId === null ? null : { queryId, first, filters, conditions }}
        />
      }
    />
  )
}
