import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import {
  type DashboardParameter,
  dashboardParameterValues,
  inStoredOrder,
  parametersOfWidgets,
  toParameterizedWidget,
  type WidgetWithQuery,
  widgetDefinitions,
} from '@sightline/domain/dashboards/parameters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { replaceInUrl, type UrlQuery, withUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, use, useMemo, useState } from 'react'
import { useDropdowns } from '../../../results/dropdowns.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'
import { type CrossFilters, useCrossFilters } from './cross-filters.ts'
import { type SharedFilters, useSharedFilters } from './filters.ts'
import { createOwnFilters, type OwnFilters } from './own-filters.ts'

/** Where parameters are shown: above the whole dashboard, or in the widget with this id. */
export type ParameterPlace = 'dashboard' | number

/** The parameters of a dashboard with the values that its reader has chosen. */
export interface ParameterState {
  options: OptionsByName
  /** Whether options of dropdowns are still loading. */
  isLoadingOptions: boolean
  /** When values were last applied, milliseconds since the epoch; null if never. */
  appliedAt: number | null
  definitionsIn(place: ParameterPlace): readonly Definition[]
  /** The parameters of a widget's query, with their applied values. */
  definitionsOf(widget: WidgetWithQuery): Definition[]
  set(definition: Definition): void
  /** Applies the pending values of one place, and writes all applied values into the URL. */
  apply(place: ParameterPlace): void
  /** Applies the value of one parameter, and writes all applied values into the URL. */
  assign(definition: Definition): void
  /** Applies the values in the query of a URL of this dashboard; other parameters keep theirs. */
  assignFromUrl(query: UrlQuery): void
}

const noOptions: OptionsByName = new Map()

/**
 * @param widgets the widgets whose parameters the dashboard has
 * @param order the stored order of the dashboard's parameters: their names
 */
export function useParameterState(widgets: readonly WidgetWithQuery[], order: unknown): ParameterState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const parameters = useMemo(() => parametersOfWidgets(widgets), [widgets])
  const byName = useMemo(() => new Map(parameters.map((each) => [each.definition.name, each])), [parameters])
  const [known, setKnown] = useState<readonly Definition[]>([])
  const [appliedAt, setAppliedAt] = useState<number | null>(null)
  const current = useMemo(() => dashboardParameterValues(parameters, known, search), [parameters, known, search])
  const { definitions, options: loaded } = useDropdowns((name) => byName.get(name)?.queryId ?? null, current)
  // `useDropdowns` returns a new map each time. Most dashboards have no such dropdown, and then the memo below can hold.
  const options = loaded.size === 0 ? noOptions : loaded

  return useMemo(() => {
    const commit = (next: readonly Definition[]) => {
      setKnown(next)
      setAppliedAt(Date.now())
      const visible = next.filter((definition) => shownIn(definition) !== null)
      void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, visible), replace: true })
    }
    const shownIn = ({ name }: Definition): DashboardParameter['shownIn'] => byName.get(name)?.shownIn ?? null
    return {
      options,
      isLoadingOptions: [...options.values()].some(({ status }) => status === 'loading'),
      appliedAt,
      definitionsIn: (place) => {
        const here = definitions.filter((definition) => shownIn(definition) === place)
        return place === 'dashboard' ? inStoredOrder(here, order) : here
      },
      definitionsOf: (widget) => {
        const own = toParameterizedWidget(widget)
        return own === null ? [] : widgetDefinitions(own, definitions)
      },
      set: (changed) => setKnown(definitions.map((each) => (each.name === changed.name ? changed : each))),
      apply: (place) => commit(definitions.map((each) => (shownIn(each) === place ? (applyPending([each])[0] ?? each) : each))),
      assign: ({ pendingValue: _, ...assigned }) =>
        commit(definitions.map((each) => (each.name === assigned.name ? { ...assigned, name: each.name } : each))),
      assignFromUrl: (query) =>
        commit(
          definitions.map((each) => {
            const { pendingValue: _, ...assigned } = withUrlValues([each], query)[0] ?? each
            return shownIn(each) === null ? each : assigned
          }),
        ),
    }
  }, [definitions, options, byName, appliedAt, order, navigate])
}

/** The state that all widgets of a dashboard depend on. */
interface DashboardState {
  /** The widgets that the reader may see, of all tabs. */
  widgets: readonly ShownWidget[]
  parameters: ParameterState
  /** null if each widget has its own filters. */
  filters: SharedFilters | null
  crossFilters: CrossFilters
  ownFilters: OwnFilters
  /** Whether widgets outside the viewport load too, as for an export. */
  loadsAll: boolean
}

/** @param widgets the widgets that the reader may see. Pass the same array while they do not change. */
export function useDashboardState(dashboard: Dashboard, widgets: readonly ShownWidget[]) {
  const parameters = useParameterState(widgets, dashboard.options.globalParamOrder)
  const filters = useSharedFilters(dashboard.dashboard_filters_enabled)
  const crossFilters = useCrossFilters()
  const [ownFilters] = useState(createOwnFilters)
  const [loadsAll, setLoadsAll] = useState(false)
  const state = useMemo(
    (): DashboardState => ({ widgets, parameters, filters, crossFilters, ownFilters, loadsAll }),
    [widgets, parameters, filters, crossFilters, ownFilters, loadsAll],
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
