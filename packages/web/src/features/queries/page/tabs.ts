import type { Query } from '@sightline/contract/queries.ts'

/** What a tab draws. */
export interface TabVisualization {
  type: string
  name: string
  options: Record<string, unknown>
}

/** A tab of the result: a stored visualization, or the table that is there without one. */
export interface VisualizationTab {
  /** null for the table that is not stored. */
  id: number | null
  /** What the hash of the address says when it is selected. */
  hash: string
  visualization: TabVisualization
  isRemovable: boolean
}

/** The hash that opens the editor for a new visualization. */
export const ADD_HASH = 'add'

const plainTable: VisualizationTab = {
  id: null,
  hash: '',
  visualization: { type: 'TABLE', name: 'Table', options: {} },
  isRemovable: false,
}

/** The tabs of a query, in the order in which they were made. The first table is always there. */
export function tabsOf(query: Query | null): VisualizationTab[] {
  const stored = [...(query?.visualizations ?? [])].sort((a, b) => a.id - b.id)
  if (stored.length === 0) return [plainTable]
  const firstTable = stored.find((each) => each.type === 'TABLE')
  return stored.map(({ id, type, name, options }) => ({
    id,
    hash: String(id),
    visualization: { type, name, options },
    isRemovable: id !== firstTable?.id,
  }))
}

/** The tab that the hash of the address selects; the first one when it selects none. */
export function selectedTab(tabs: readonly VisualizationTab[], hash: string): VisualizationTab {
  return tabs.find((tab) => tab.hash === hash) ?? tabs[0] ?? plainTable
}
