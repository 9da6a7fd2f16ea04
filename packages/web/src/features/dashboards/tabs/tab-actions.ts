import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { inReadingOrder, type Places, placeForNew, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { MAX_TABS, movedTab, onTab, type Tab } from '@sightline/domain/dashboards/tabs.ts'
import type { DashboardActions, WidgetActions } from '../page/changes.ts'

/** Changes to the tabs of a dashboard. */
export interface TabActions {
  /** Adds a tab and opens it; null if there are too many. The first tab of a dashboard takes all of its widgets. */
  add: (() => Promise<void>) | null
  /** @returns whether it was saved */
  rename(id: string, name: string): Promise<boolean>
  move(id: string, by: number): void
  /** Removes a tab. Its widgets move below those of the one beside it. */
  remove(tab: Tab): Promise<void>
  /** Moves widgets, in this order, to free places of another tab. */
  moveWidgets(widgets: readonly ShownWidget[], to: Tab): Promise<void>
}

interface TabState {
  dashboard: Dashboard
  tabs: readonly Tab[]
  /** Of all widgets. */
  places: Places
  changes: DashboardActions
  widgets: WidgetActions
  /** Opens a tab. */
  onChoose(id: string): void
}

/** @returns the changes that those who may edit the dashboard can make to its tabs */
export function tabActions({ dashboard, tabs, places, changes, widgets, onChoose }: TabState): TabActions {
  const shown = dashboard.widgets.flatMap((widget) => ('restricted' in widget ? [] : [widget]))

  /** The options of widgets that move to a tab, below each other if they do not fit beside its own. */
  function movedOptions(moved: readonly ShownWidget[], to: Tab): [ShownWidget, ShownWidget['options']][] {
    const taken = onTab(dashboard.widgets, tabs, to).flatMap(({ id }) => places.get(id) ?? [])
    return moved.flatMap((widget) => {
      const place = places.get(widget.id)
      if (place === undefined) return []
      const size = { columns: place.sizeX, rows: place.sizeY, minColumns: place.minSizeX, minRows: place.minSizeY }
      const free = placeForNew(taken, { ...size, autoHeight: place.autoHeight })
      const next = { ...place, col: free.col, row: free.row }
      taken.push(next)
      return [[widget, { ...widget.options, tab: to.id, position: { ...widget.options.position, ...positionOf(next) } }]]
    })
  }

  async function saveMoved(moved: readonly ShownWidget[], to: Tab): Promise<boolean> {
    for (const [widget, options] of movedOptions(moved, to)) if (!(await widgets.save(widget, { options }))) return false
    return true
  }

  /** From top to bottom, so that the widgets of a section stay below it. */
  function inOrder(moved: readonly ShownWidget[]): ShownWidget[] {
    const rank = new Map(inReadingOrder(places).map((id, at) => [id, at]))
    return moved.toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0))
  }

  async function add(): Promise<void> {
    const fresh = { id: newId(), name: nameFor(tabs) }
    const others = tabs.length > 0 ? tabs : [{ id: newId(), name: 'Tab 1' }]
    const named = tabs.length > 0 ? fresh : { ...fresh, name: 'Tab 2' }
    if (await changes.setTabs([...others, named])) onChoose(named.id)
  }

  return {
    add: tabs.length < MAX_TABS ? add : null,
    rename: (id, name) => changes.setTabs(tabs.map((tab) => (tab.id === id ? { ...tab, name: name.trim() } : tab))),
    move: (id, by) => void changes.setTabs(movedTab(tabs, id, by)),
    async remove(tab) {
      const at = tabs.findIndex(({ id }) => id === tab.id)
      const beside = tabs[at + 1] ?? tabs[at - 1]
      if (beside !== undefined) {
        if (!(await saveMoved(inOrder(onTab(shown, tabs, tab)), beside))) return
        onChoose(beside.id)
      }
      await changes.setTabs(tabs.filter(({ id }) => id !== tab.id))
    },
    async moveWidgets(moved, to) {
      await saveMoved(moved, to)
    },
  }
}

/** Ids are not used again, so that a widget which could not be moved does not appear on another tab by accident. */
const newId = () => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''

/** `Tab 3`, or the next number that no tab has. */
function nameFor(tabs: readonly Tab[]): string {
  const names = new Set(tabs.map(({ name }) => name))
  let number = tabs.length + 1
  while (names.has(`Tab ${number}`)) number++
  return `Tab ${number}`
}
