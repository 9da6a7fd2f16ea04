import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { editHash } from '../../../app/query-link.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { recordEvent } from '../../events/api.ts'
import { queryQuery } from '../api.ts'

/** The visualization in a tab. */
export interface VisualizationSettings {
  type: string
  name: string
  options: Record<string, unknown>
}

/** A tab of the result: a stored visualization, or a plain table if none is stored. */
export interface VisualizationTab {
  /** null for the plain table. */
  id: number | null
  /** The hash of the URL when it is selected. */
  hash: string
  visualization: VisualizationSettings
  isRemovable: boolean
}

/** The hash that opens the editor for a new visualization. */
export const ADD_HASH = 'add'

/** Whether a hash opens the settings of a visualization. */
export const opensEditor = (hash: string): boolean => hash === ADD_HASH || hash.endsWith(editHash(''))

const plainTable: VisualizationTab = {
  id: null,
  hash: '',
  visualization: { type: 'TABLE', name: visualizationTypeName('TABLE'), options: {} },
  isRemovable: false,
}

/** The tabs of a query, oldest first. The first table cannot be removed. */
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

/** The tab that the hash of the URL selects; the first one if it selects none. */
export function selectedTab(tabs: readonly VisualizationTab[], hash: string): VisualizationTab {
  return tabs.find((tab) => hash === tab.hash || hash === editHash(tab.hash)) ?? tabs[0] ?? plainTable
}

/** The tabs, of which the edited one shows its draft; a new visualization has a tab of its own. */
export function withDraft(
  stored: readonly VisualizationTab[],
  selected: VisualizationTab,
  editor: { draft: VisualizationSettings; isNew: boolean } | null,
): { tabs: readonly VisualizationTab[]; tab: VisualizationTab } {
  if (editor === null) return { tabs: stored, tab: selected }
  const { type, name, options } = editor.draft
  const visualization = { type, name, options }
  if (editor.isNew) {
    const tab = { id: null, hash: ADD_HASH, visualization, isRemovable: false }
    return { tabs: [...stored, tab], tab }
  }
  const tab = { ...selected, visualization }
  return { tabs: stored.map((each) => (each === selected ? tab : each)), tab }
}

/** Changes the stored visualizations of a query. */
export interface VisualizationChanges {
  /**
   * Stores a visualization of the query.
   * @param id null for a new one
   * @param queryId of a query that has just been created
   * @returns its id
   * @throws ApiError, which the caller shows
   */
  save(id: number | null, visualization: VisualizationSettings, queryId?: number): Promise<number>
  remove(tab: VisualizationTab): Promise<void>
}

export function useVisualizationChanges(query: Query | null): VisualizationChanges {
  const cache = useQueryClient()
  const put = (queryId: number, change: (now: Visualization[]) => Visualization[]) =>
    storeAnswer(cache, queryQuery(queryId).queryKey, (now) => now && { ...now, visualizations: change(now.visualizations) })
  return {
    async save(id, { type, name, options }, queryId = query?.id) {
      if (queryId === undefined) throw new Error(t`Save the query before adding visualizations.`)
      const body = { type, name, options }
      const saved =
        id === null
          ? await call(api.visualizations.create, { body: { ...body, query_id: queryId } })
          : await call(api.visualizations.update, { params: { id }, body })
      await put(queryId, (now) => [...now.filter((each) => each.id !== saved.id), saved])
      recordEvent(id === null ? 'create' : 'update', 'visualization', saved.id)
      notify.success(t`Visualization saved`)
      return saved.id
    },
    async remove({ id, visualization }) {
      if (id === null || query === null) return
      const isSure = await confirm({
        title: t`Delete Visualization`,
        text: t`Are you sure you want to delete "${visualization.name}"?`,
        action: t`Delete`,
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await call(api.visualizations.remove, { params: { id } })
        await put(query.id, (now) => now.filter((each) => each.id !== id))
      } catch {
        notify.error(t`Error deleting visualization.`, t`Maybe it's used in a dashboard?`)
      }
    },
  }
}
