import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useMemo } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { filtersOfMark, MarkCard, valuesOfMark } from '../../../visualizations/MarkCard.tsx'
import type { PickedMark } from '../../../visualizations/visualization.ts'
import type { Parameters } from '../parameters/use-parameters.ts'

interface MarkRowsProps {
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
export function MarkRows({ mark, first, filters, parameters, onAssign, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const load = useMemo(() => filteredData(first, [...filters, ...filtersOfMark(mark)], sessionReader), [first, filters, mark])
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
      actions={
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
    />
  )
}
