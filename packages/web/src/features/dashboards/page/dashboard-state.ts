import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { createContext, use, useMemo, useState } from 'react'
import { type CrossFilters, type SharedFilters, useCrossFilters, useSharedFilters } from '../values/filters.ts'
import { type ParameterState, useParameterState } from '../values/parameter-state.ts'

/** The state that all widgets of a dashboard depend on. */
export interface DashboardState {
  parameters: ParameterState
  /** null if each widget has its own filters. */
  filters: SharedFilters | null
  crossFilters: CrossFilters
  /** Whether widgets outside the viewport load too, as for an export. */
  loadsAll: boolean
}

/** @param widgets the widgets that the reader may see. Pass the same array while they do not change. */
export function useDashboardState(dashboard: Dashboard, widgets: readonly ShownWidget[]) {
  const parameters = useParameterState(widgets, dashboard.options.globalParamOrder)
  const filters = useSharedFilters(dashboard.dashboard_filters_enabled)
  const crossFilters = useCrossFilters()
  const [loadsAll, setLoadsAll] = useState(false)
  const state = useMemo(
    (): DashboardState => ({ parameters, filters, crossFilters, loadsAll }),
    [parameters, filters, crossFilters, loadsAll],
  )
  return { state, loadAll: () => setLoadsAll(true) }
}

export const DashboardContext = createContext<DashboardState | null>(null)

/** For widgets: they render again only when their own props change, and read from this context what changes around them. */
export function useDashboardContext(): DashboardState {
  const state = use(DashboardContext)
  if (state === null) throw new Error('A widget needs a dashboard around it.')
  return state
}
