import { boardInAddress, type ParameterizedWidget, widgetDefinitions } from '@sightline/domain/dashboards/board-parameters.ts'
import { replacedInAddress } from '@sightline/domain/parameters/address.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useDropdowns } from '../../../results/dropdowns.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'
import type { PublicWidget } from './api.ts'
import { parametersOf } from './board.ts'

/** The parameters of a shared dashboard, with the values that this visitor has given them. */
export interface BoardValues {
  options: OptionsByName
  /** Those that are shown for the whole dashboard, or in one widget. */
  definitionsIn(place: 'board' | number): Definition[]
  /** Those of a widget's query, with their applied values. */
  definitionsOf(widget: ParameterizedWidget): Definition[]
  set(definition: Definition): void
  apply(): void
}

export function useBoardParameters(widgets: readonly PublicWidget[]): BoardValues {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const parameters = useMemo(() => parametersOf(widgets), [widgets])
  const [typed, setTyped] = useState<readonly Definition[]>(() => boardInAddress(parameters, search))
  const places = useMemo(() => new Map(parameters.map((each) => [each.definition.name, each])), [parameters])
  const { definitions, options } = useDropdowns((name) => places.get(name)?.queryId ?? null, typed)
  return {
    options,
    definitionsIn: (place) => definitions.filter(({ name }) => places.get(name)?.shownIn === place),
    definitionsOf: (widget) => widgetDefinitions(widget, definitions),
    set: (changed) => setTyped(definitions.map((each) => (each.name === changed.name ? changed : each))),
    apply() {
      const applied = applyPending(definitions)
      setTyped(applied)
      const shown = applied.filter(({ name }) => (places.get(name)?.shownIn ?? null) !== null)
      void navigate({ to: '.', search: (now: object) => replacedInAddress({ ...now }, shown), replace: true })
    },
  }
}
