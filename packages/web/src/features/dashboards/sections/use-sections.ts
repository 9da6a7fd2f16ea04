import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import type { Places } from '@sightline/domain/dashboards/grid/place.ts'
import { collapsedIn, hiddenWidgets, sectionsOf, toggledInUrl } from '@sightline/domain/dashboards/sections.ts'
import { useMemo } from 'react'

/** How a section is shown. */
export interface ShownSection {
  /** Widgets below its heading. */
  count: number
  isCollapsed: boolean
  isFirst: boolean
  isLast: boolean
}

/** The sections of a tab, and what is shown of it. */
export interface Sections<Widget> {
  /** Without those that collapsed sections hide. */
  widgets: readonly Widget[]
  places: Places
  byId: ReadonlyMap<number, ShownSection>
}

/** The query string after a section was collapsed or opened. */
export const withToggled = <Search extends { collapsed?: string | undefined }>(search: Search, id: number): Search => ({
  ...search,
  collapsed: toggledInUrl(collapsedIn(search.collapsed), id),
})

/**
 * @param widgets of the tab, at these places
 * @param collapsed the ids in the URL
 * @param isEditing whether all sections are open, so that widgets can be arranged
 */
export function useSections<Widget extends { id: number; options: WidgetOptions }>(
  widgets: readonly Widget[],
  places: Places,
  collapsed: string | undefined,
  isEditing: boolean,
): Sections<Widget> {
  return useMemo(() => {
    const sections = sectionsOf(widgets, places)
    const ids = collapsedIn(isEditing ? undefined : collapsed)
    const hidden = hiddenWidgets(sections, ids)
    const byId = new Map(
      sections.map(({ id, widgetIds }, at) => {
        const [isFirst, isLast] = [at === 0, at === sections.length - 1]
        return [id, { count: widgetIds.length, isCollapsed: ids.has(id), isFirst, isLast }]
      }),
    )
    if (hidden.size === 0) return { widgets, places, byId }
    const shownPlaces = new Map([...places].filter(([id]) => !hidden.has(id)))
    return { widgets: widgets.filter(({ id }) => !hidden.has(id)), places: shownPlaces, byId }
  }, [widgets, places, collapsed, isEditing])
}
