import type { Cell } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { ReactNode } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { ParametersBar } from '../../../ui/parameters/ParametersBar.tsx'
import { CrossFilterChips } from './CrossFilterChips.tsx'
import type { CrossFilters } from './cross-filters.ts'
import type { ParameterPlace, ParameterState } from './dashboard-state.ts'
import styles from './FilterBar.module.css'
import type { SharedFilters } from './filters.ts'

interface FilterBarProps {
  place: ParameterPlace
  parameters: ParameterState
  filters: readonly Filter[]
  onChoose(name: string, current: Cell[]): void
  /** Shown after the filters; null for nothing. */
  children?: ReactNode
}

/** The parameters and filters of a dashboard or of one widget; nothing if there are none. */
export function FilterBar({ place, parameters, filters, onChoose, children = null }: FilterBarProps) {
  const formats = useFormats()
  const definitions = parameters.definitionsIn(place)
  if (definitions.length === 0 && filters.length === 0 && children === null) return null
  return (
    <div className={styles.bars} data-place={place === 'dashboard' ? 'dashboard' : 'widget'}>
      {definitions.length > 0 && (
        <ParametersBar
          definitions={definitions}
          options={parameters.options}
          dateFormat={formats.dateFormat}
          place="plain"
          onChange={parameters.set}
          onApply={() => parameters.apply(place)}
        />
      )}
      <FiltersBar filters={filters} formats={formats} onChange={onChoose} />
      {children}
    </div>
  )
}

export interface DashboardFilterBarProps {
  parameters: ParameterState
  /** null if each widget has its own. */
  filters: SharedFilters | null
  crossFilters: CrossFilters
  /** The widgets with a visualization. */
  widgetIds: readonly number[]
}

/** The parameters, shared filters and cross-filters of a whole dashboard. */
export function DashboardFilterBar({ parameters, filters, crossFilters, widgetIds }: DashboardFilterBarProps) {
  // The marks of a removed widget are gone, so its cross-filters are not shown.
  const chosen = crossFilters.chosen.filter(({ widgetId }) => widgetIds.includes(widgetId))
  return (
    <FilterBar
      place="dashboard"
      parameters={parameters}
      filters={filters?.shown ?? []}
      onChoose={filters?.choose ?? (() => {})}
    >
      {chosen.length > 0 ? <CrossFilterChips crossFilters={{ ...crossFilters, chosen }} widgetIds={widgetIds} /> : null}
    </FilterBar>
  )
}
