import { i18n } from '../language/i18n.ts'
import { isRecord } from '../parameters/definition.ts'

export const MAX_TABS = 20
export const MAX_TAB_NAME_LENGTH = 60

/** A tab of a dashboard. Widgets refer to it by its id. */
export interface Tab {
  id: string
  name: string
}

/** The fields of a widget that its tab follows from. */
interface TabbedWidget {
  options: Readonly<Record<string, unknown>>
}

/** The tabs in the options of a dashboard, in their order; none for a dashboard without tabs. Entries that cannot be read are left out. */
export function tabsOf({ tabs }: Readonly<Record<string, unknown>>): Tab[] {
  if (!Array.isArray(tabs)) return []
  const known = tabs.flatMap((tab: unknown): Tab[] =>
    isRecord(tab) && typeof tab.id === 'string' && tab.id !== '' && typeof tab.name === 'string'
      ? [{ id: tab.id, name: tab.name }]
      : [],
  )
  return known.filter(({ id }, at) => known.findIndex((other) => other.id === id) === at).slice(0, MAX_TABS)
}

/** The tab of an id, such as one in a URL; the first one for any other id, and null without tabs. */
export const chosenTab = (tabs: readonly Tab[], id: unknown): Tab | null => tabs.find((tab) => tab.id === id) ?? tabs[0] ?? null

/** The widgets on a tab: widgets without a known tab are on the first one, and all are shown without tabs. */
export const onTab = <Widget extends TabbedWidget>(
  widgets: readonly Widget[],
  tabs: readonly Tab[],
  tab: Tab | null,
): Widget[] => widgets.filter(({ options }) => tab === null || chosenTab(tabs, options.tab)?.id === tab.id)

/** The place of a widget's tab among the tabs, 0 without tabs. */
export const placeOfTab = ({ options }: TabbedWidget, tabs: readonly Tab[]): number =>
  Math.max(
    0,
    tabs.findIndex(({ id }) => id === options.tab),
  )

/** Says what is wrong with the name of a tab; null if nothing is. */
export function tabNameProblem(name: string): string | null {
  if (name.trim() === '') return i18n._('A tab needs a name.')
  return name.trim().length > MAX_TAB_NAME_LENGTH
    ? i18n._('A name has at most {most} characters.', { most: MAX_TAB_NAME_LENGTH })
    : null
}

/** The tabs in another order: one of them moved by a number of places. */
export function movedTab(tabs: readonly Tab[], id: string, by: number): Tab[] {
  const from = tabs.findIndex((tab) => tab.id === id)
  const moved = tabs[from]
  if (moved === undefined) return [...tabs]
  return tabs.toSpliced(from, 1).toSpliced(Math.min(Math.max(from + by, 0), tabs.length - 1), 0, moved)
}
