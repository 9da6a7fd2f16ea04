import { t } from '@lingui/core/macro'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { inReadingOrder, type Places, placeForNew, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { movedSection, SECTION_SIZE, sectionName, sectionsOf, sectionText } from '@sightline/domain/dashboards/sections.ts'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { useMemo, useRef } from 'react'
import type { WidgetActions } from '../page/changes.ts'
import type { SectionActions } from './SectionMenu.tsx'

interface SectionState {
  /** The widgets of the tab. */
  widgets: readonly Widget[]
  /** Of these widgets. */
  places: Places
  actions: WidgetActions
  onArrange(places: Places): void
  /** Asks for a new name. */
  onRename(section: ShownWidget): void
  /** Moves widgets, in their order, below those of a tab. */
  onMoveToTab(widgets: readonly ShownWidget[], tab: Tab): void
}

/** @returns the same functions each time, because new ones would render all widgets again */
export function useSectionActions(state: SectionState): SectionActions {
  const latest = useRef(state)
  latest.current = state
  return useMemo(
    () => ({
      rename: (section) => latest.current.onRename(section),
      move(section, by) {
        const { widgets, places, onArrange } = latest.current
        const rows = movedSection(sectionsOf(widgets, places), places, section.id, by)
        onArrange(new Map([...places].map(([id, place]) => [id, { ...place, row: rows.get(id) ?? place.row }])))
      },
      moveToTab(section, tab) {
        const { widgets, places, onMoveToTab } = latest.current
        const inside = new Set(sectionsOf(widgets, places).find(({ id }) => id === section.id)?.widgetIds)
        const byId = new Map(widgets.flatMap((one) => ('restricted' in one ? [] : [[one.id, one] as const])))
        const moved = inReadingOrder(places).flatMap((id) => (inside.has(id) ? (byId.get(id) ?? []) : []))
        onMoveToTab([section, ...moved], tab)
      },
      remove: ({ id, text }) =>
        void latest.current.actions.remove(id, {
          title: t`Delete Section`,
          text: t`Are you sure you want to delete the section "${sectionName(text)}"? Its widgets stay on the dashboard.`,
          action: t`Delete`,
        }),
    }),
    [],
  )
}

/** Adds a section below all widgets. @returns whether it was added */
export const addSection = (actions: Pick<WidgetActions, 'add'>, places: Places, name: string): Promise<boolean> => {
  const position = positionOf({ ...placeForNew(places.values(), SECTION_SIZE), maxSizeY: SECTION_SIZE.rows })
  const options = { isHidden: false, section: true, position, parameterMappings: {} }
  return actions.add({ visualization_id: null, text: sectionText(name), options })
}
