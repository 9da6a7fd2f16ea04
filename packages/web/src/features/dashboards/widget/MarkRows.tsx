import { Button } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { IconFilter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { filtersOfMark, MarkCard, valuesOfMark } from '../../../visualizations/MarkCard.tsx'
import type { PickedMark } from '../../../visualizations/visualization.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'

interface MarkRowsProps {
  widgetId: number
  mark: PickedMark
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the widget pass. */
  filters: readonly Filter[]
  onClose(): void
}

/** The rows behind a mark of a widget, and what its values can do for the dashboard. */
export function MarkRows({ widgetId, mark, first, filters, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const { parameters, crossFilters } = useDashboardContext()
  const load = useMemo(() => filteredData(first, [...filters, ...filtersOfMark(mark)], sessionReader), [first, filters, mark])
  const { columns } = first.result
  const filterOthers = () => {
    onClose()
    crossFilters.toggle({ widgetId, ...mark.x, type: columns.find(({ name }) => name === mark.x.column)?.type ?? null })
  }
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
            definitions={parameters.definitionsIn('dashboard')}
            options={parameters.options}
            onSet={(definition) => {
              onClose()
              parameters.assign(definition)
            }}
          />
          <Button variant="default" size="xs" leftSection={<IconFilter size={14} stroke={1.75} />} onClick={filterOthers}>
            Filter Other Widgets
          </Button>
        </>
      }
    />
  )
}
