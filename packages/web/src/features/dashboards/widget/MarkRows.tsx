import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useMemo } from 'react'
import { MarkActions } from '../../../app/MarkActions.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import { markRows } from '../../../results/mark-rows.ts'
import type { ResultReader } from '../../../results/result-reader.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { MarkCard } from '../../../visualizations/MarkCard.tsx'
import { conditionsOfMark, valuesOfMark } from '../../../visualizations/picked-mark.ts'
import type { PickedMark, PickMark } from '../../../visualizations/visualization.ts'
import type { CrossFilters } from '../values/cross-filters.ts'
import type { ParameterState } from '../values/dashboard-state.ts'

interface MarkRowsProps {
  /** null if the reader may not open the query. */
  queryId: number | null
  widgetId: number
  mark: PickedMark
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the widget pass. */
  filters: readonly Filter[]
  reader: ResultReader
  parameters: ParameterState
  crossFilters: CrossFilters
  /** Opens the link of the widget; null if it has none. */
  onFollowLink: PickMark | null
  onClose(): void
}

/** The rows behind a mark of a widget, and what can be done with them and with its values. */
export function MarkRows(props: MarkRowsProps) {
  const { queryId, widgetId, mark, first, filters, reader, parameters, crossFilters, onFollowLink, onClose } = props
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => conditionsOfMark(mark), [mark])
  const load = useMemo(
    () => markRows({ first, filters, conditions, timeZone }, reader),
    [first, filters, conditions, timeZone, reader],
  )
  const { columns } = first.result
  const { x } = mark
  const filterOthers = () => {
    onClose()
    if (x !== null) crossFilters.toggle({ widgetId, ...x, type: columns.find(({ name }) => name === x.column)?.type ?? null })
  }
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      onClose={onClose}
      actions={
        <MarkActions
          onFilter={x === null ? null : filterOthers}
          setParameter={
            <SetParameterMenu
              cells={valuesOfMark(mark).map(({ value }) => value)}
              definitions={parameters.definitionsIn('dashboard')}
              options={parameters.options}
              onSet={(definition) => {
                onClose()
                parameters.assign(definition)
              }}
            />
          }
          onFollowLink={onFollowLink && (() => onFollowLink(mark))}
          rows={queryId === null ? null : { queryId, first, filters, conditions }}
        />
      }
    />
  )
}
