import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useMemo } from 'react'
import { GoneRows } from '../../../app/GoneRows.tsx'
import { MarkActions } from '../../../app/MarkActions.tsx'
import { useFormats } from '../../../app/use-formats.ts'
import type { ResultReader } from '../../../results/result-reader.ts'
import { useMarkRows } from '../../../results/use-mark-rows.ts'
import { SetParameterMenu } from '../../../ui/parameters/SetParameterMenu.tsx'
import { MarkCard } from '../../../visualizations/MarkCard.tsx'
import { conditionsOfMark, valuesOfMark } from '../../../visualizations/picked-mark.ts'
import type { PickedMark, PickMark } from '../../../visualizations/visualization.ts'
import { type CrossFilters, isFiltering } from '../values/cross-filters.ts'
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
  /** Runs the query again; null if the reader may not. */
  onExecute: (() => void) | null
  onClose(): void
}

/** The rows behind a mark of a widget, and what can be done with them and with its values. */
export function MarkRows(props: MarkRowsProps) {
  const { queryId, widgetId, mark, first, filters, reader, parameters, crossFilters, onFollowLink, onExecute, onClose } = props
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => conditionsOfMark(mark), [mark])
  const { load, isGone } = useMarkRows({ first, filters, conditions, timeZone }, reader)
  const { columns } = first.result
  const { x } = mark
  const filter = x && { widgetId, ...x, type: columns.find(({ name }) => name === x.column)?.type ?? null }
  const toggle = filter && {
    isOn: isFiltering(crossFilters.chosen, filter),
    toggle() {
      onClose()
      crossFilters.toggle(filter)
    },
  }
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
          filter={toggle}
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
          rows={queryId === null || isGone ? null : { queryId, first, filters, conditions }}
        />
      }
    />
  )
}
