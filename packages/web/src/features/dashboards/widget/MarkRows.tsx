import { Button } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { IconExternalLink, IconFilter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MarkLinks } from '../../../app/MarkLinks.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { filtersOfMark, MarkCard, valuesOfMark } from '../../../visualizations/MarkCard.tsx'
import type { PickedMark, PickMark } from '../../../visualizations/visualization.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'

interface MarkRowsProps {
  /** null if the rows cannot be explored. */
  queryId: number | null
  widgetId: number
  mark: PickedMark
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the widget pass. */
  filters: readonly Filter[]
  /** Opens the link of the widget; null if it has none. */
  onFollowLink: PickMark | null
  onClose(): void
}

/** The rows behind a mark of a widget, and what its values can do for the dashboard. */
export function MarkRows({ queryId, widgetId, mark, first, filters, onFollowLink, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const { parameters, crossFilters } = useDashboardContext()
  const passed = useMemo(() => [...filters, ...filtersOfMark(mark)], [filters, mark])
  const load = useMemo(() => filteredData(first, passed, sessionReader), [first, passed])
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
          {onFollowLink !== null && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconExternalLink size={14} stroke={1.75} />}
              onClick={() => onFollowLink(mark)}
            >
              Open Link
            </Button>
          )}
          {queryId !== null && <MarkLinks queryId={queryId} resultId={first.result.id} filters={passed} />}
          <Button variant="default" size="xs" leftSection={<IconFilter size={14} stroke={1.75} />} onClick={filterOthers}>
            Filter Other Widgets
          </Button>
        </>
      }
    />
  )
}
