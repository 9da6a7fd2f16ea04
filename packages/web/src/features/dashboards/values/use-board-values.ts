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
import { replaceInUrl } from '@sightline/domain/parameters/url-values.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useDropdowns } from '../../../results/dropdowns.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'

/** Where parameters are shown: for the whole dashboard, or in the widget of an id. */
export type ValuesPlace = 'board' | number

/** The parameters of a dashboard, with the values that whoever looks at it has given them. */
export interface BoardValues {
  options: OptionsByName
  /** Whether options of dropdowns are still on their way. */
  isChoosing: boolean
  /** When values were applied last, milliseconds since the epoch; null before. */
  appliedAt: number | null
  definitionsIn(place: ValuesPlace): readonly Definition[]
  /** Those of a widget's query, with their applied values. */
  definitionsOf(widget: WidgetWithQuery): Definition[]
  set(definition: Definition): void
  /** Applies what was typed in one place, and writes all applied values into the address. */
  apply(place: ValuesPlace): void
}

const noOptions: OptionsByName = new Map()

/**
 * @param widgets those whose parameters count
 * @param order names of the dashboard's parameters in the order in which they are shown, as it is stored
 */
export function useBoardValues(widgets: readonly WidgetWithQuery[], order: unknown): BoardValues {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const parameters = useMemo(() => parametersOfWidgets(widgets), [widgets])
  const places = useMemo(() => new Map(parameters.map((each) => [each.definition.name, each])), [parameters])
  const [known, setKnown] = useState<readonly Definition[]>([])
  const [appliedAt, setAppliedAt] = useState<number | null>(null)
  const current = useMemo(() => dashboardParameterValues(parameters, known, search), [parameters, known, search])
  const { definitions, options: found } = useDropdowns((name) => places.get(name)?.queryId ?? null, current)
  // Most dashboards have no such dropdown: then nothing about their values is new each time.
  const options = found.size === 0 ? noOptions : found

  return useMemo(() => {
    const shownIn = ({ name }: Definition): DashboardParameter['shownIn'] => places.get(name)?.shownIn ?? null
    return {
      options,
      isChoosing: [...options.values()].some(({ status }) => status === 'loading'),
      appliedAt,
      definitionsIn: (place) => {
        const here = definitions.filter((definition) => shownIn(definition) === place)
        return place === 'board' ? inStoredOrder(here, order) : here
      },
      definitionsOf: (widget) => {
        const own = toParameterizedWidget(widget)
        return own === null ? [] : widgetDefinitions(own, definitions)
      },
      set: (changed) => setKnown(definitions.map((each) => (each.name === changed.name ? changed : each))),
      apply(place) {
        const next = definitions.map((each) => (shownIn(each) === place ? (applyPending([each])[0] ?? each) : each))
        setKnown(next)
        setAppliedAt(Date.now())
        const told = next.filter((definition) => shownIn(definition) !== null)
        void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, told), replace: true })
      },
    }
  }, [definitions, options, places, appliedAt, order, navigate])
}
