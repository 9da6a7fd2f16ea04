import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useMemo } from 'react'
import { MarkLinks } from '../../../app/MarkLinks.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { filtersOfMark, MarkCard, valuesOfMark } from '../../../visualizations/MarkCard.tsx'
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

/** The rows behind a mark of the visualization, and what can be done with its values. */
export function MarkRows({ queryId, mark, first, filters, parameters, onAssign, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const passed = useMemo(() => [...filters, ...filtersOfMark(mark)], [filters, mark])
  const load = useMemo(() => filteredData(first, passed, sessionReader), [first, passed])
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
      actions={
        <>
          <SetParameterMenu
            cells={valuesOfMark(mark).map(({ value }) => value)}
            definitions={parameters.definitions}
            options={parameters.options}
            onSet={(definition) => {
              onClose()
              onAssign(definition)
            }}
          />
          {queryId !== null && <MarkLinks queryId={queryId} resultId={first.result.id} filters={passed} />}
        </>
      }
    />
  )
}
