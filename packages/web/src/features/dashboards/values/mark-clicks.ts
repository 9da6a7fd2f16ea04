import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import type { WidgetOptions, WidgetVisualization } from '@sightline/contract/widgets.ts'
import { type ClickAction, clickedValue, selectedValue, storedClickAction } from '@sightline/domain/dashboards/click-action.ts'
import { crossFiltersOf } from '@sightline/domain/filters/cross-filters.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { type Definition, isOptional, titleOf } from '@sightline/domain/parameters/definition.ts'
import { useEffect, useMemo } from 'react'
import { notify } from '../../../app/notify.ts'
import { useFormats } from '../../../app/use-formats.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { optionsOf } from '../../../ui/parameters/options.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { Marks, PickedMark, PickMark, SelectedMark } from '../../../visualizations/visualization.ts'
import type { CrossFilters } from './cross-filters.ts'
import type { ParameterState } from './dashboard-state.ts'

/** The effects of clicks for a widget: on its own marks, and on those of other widgets. */
export interface MarkClicks {
  /** null if clicks on its marks do nothing here, or open a link. */
  onPick: PickMark | null
  /** The link that a click opens; null for none. */
  link: string | null
  /** The marks of the widget that stand out; null if none does. */
  selected: SelectedMark | null
  /** The filters that its rows have to pass because of clicks in other widgets. */
  filters: readonly Filter[]
  /** The columns of clicked marks that its result does not have, so that they do not filter it. */
  missing: readonly string[]
}

interface ClickableWidget {
  id: number
  options: WidgetOptions
  visualization: Pick<WidgetVisualization, 'type' | 'options'>
  /** Of its result; undefined while there is none. Pass the same array while it does not change. */
  columns: readonly SourceColumn[] | undefined
}

interface ClickState {
  parameters: ParameterState
  crossFilters: CrossFilters
}

/** Also reports the columns of the widget's result, for the reach of cross-filters. */
export function useMarkClicks(
  { id, options, visualization, columns }: ClickableWidget,
  { parameters, crossFilters }: ClickState,
): MarkClicks {
  const { timeZone } = useFormats()
  const { chosen, toggle, resultColumns } = crossFilters
  const marks = useMemo(() => marksOf(visualization, columns), [visualization, columns])
  useEffect(() => resultColumns.report(id, columns), [resultColumns, id, columns])
  useEffect(() => () => resultColumns.report(id, undefined), [resultColumns, id])
  const applied = useMemo(() => crossFiltersOf(chosen, id, columns ?? []), [chosen, id, columns])
  const action = clickActionOf(options, marks)
  const definition =
    action.type === 'parameter' ? parameters.definitionsIn('dashboard').find(({ name }) => name === action.name) : undefined

  const own = chosen.find((filter) => filter.widgetId === id)?.value
  const wanted = action.type === 'filter' ? own : definition && (selectedValue(definition) ?? undefined)
  const by = action.type === 'parameter' ? action.from : 'x'
  const selected = useMemo((): SelectedMark | null => (wanted === undefined ? null : { by, value: wanted }), [by, wanted])

  const setParameter = (target: Definition, cell: Cell) => {
    const known = optionsOf(target, parameters.options)
    const choices = known?.status === 'ready' ? known.choices.map(({ value }) => value) : null
    const value = clickedValue(target, cell, choices, timeZone)
    if (value === null) notify.error(t`“${String(cell)}” is not a value of ${titleOf(target)}.`)
    else if (JSON.stringify(value) !== JSON.stringify(target.value)) parameters.assign({ ...target, value })
    else if (isOptional(target)) parameters.assign({ ...target, value: null })
  }
  const pick = ({ x, series }: PickedMark) => {
    const mark = by === 'series' ? series : x
    if (mark === null) return
    if (definition) setParameter(definition, mark.value)
    else toggle({ widgetId: id, ...mark, type: columns?.find(({ name }) => name === mark.column)?.type ?? null })
  }
  const isClickable = marks !== null && (action.type === 'filter' || definition !== undefined)
  const link = marks !== null && action.type === 'link' ? action.link : null
  return { onPick: isClickable ? pick : null, link, selected, ...applied }
}

/** The marks of a visualization; null if it has none, or no result yet. */
export function marksOf(
  { type, options }: ClickableWidget['visualization'],
  columns: ClickableWidget['columns'],
): Marks | null {
  const known = visualizationOf(type)
  if (columns === undefined || known?.marks === undefined) return null
  return known.marks(known.options.parse(options), columns)
}

/** The effect of a click on a mark: the choice of the dashboard's editor, or else a filter if the marks are categories. */
export const clickActionOf = (options: WidgetOptions, marks: Marks | null): ClickAction =>
  storedClickAction(options) ?? { type: marks?.areCategories ? 'filter' : 'none' }
