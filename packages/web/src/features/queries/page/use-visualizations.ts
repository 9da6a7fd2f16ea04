import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { recordEvent } from '../../events/api.ts'
import { queryQuery } from '../api.ts'
import type { TabVisualization, VisualizationTab } from './tabs.ts'

interface VisualizationChanges {
  /**
   * Stores a visualization of the query.
   * @param id null for a new one
   * @returns its id
   * @throws ApiError; whoever asked tells it
   */
  save(id: number | null, visualization: TabVisualization): Promise<number>
  remove(tab: VisualizationTab): Promise<void>
}

/** Changing the visualizations of a query. */
export function useVisualizations(query: Query | null): VisualizationChanges {
  const cache = useQueryClient()
  const put = (change: (now: Visualization[]) => Visualization[]) => {
    if (query === null) return
    cache.setQueryData(queryQuery(query.id).queryKey, (now) => now && { ...now, visualizations: change(now.visualizations) })
  }
  return {
    async save(id, { type, name, options }) {
      if (query === null) throw new Error('A query is saved before its visualizations are.')
      const body = { type, name, options }
      const saved =
        id === null
          ? await call(api.visualizations.create, { body: { ...body, query_id: query.id } })
          : await call(api.visualizations.update, { params: { id }, body })
      put((now) => [...now.filter((each) => each.id !== saved.id), saved])
      recordEvent(id === null ? 'create' : 'update', 'visualization', saved.id)
      notify.success('Visualization saved')
      return saved.id
    },
    async remove({ id, visualization }) {
      if (id === null) return
      const isSure = await confirm({
        title: 'Delete Visualization',
        text: `Are you sure you want to delete "${visualization.name}"?`,
        action: 'Delete',
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await call(api.visualizations.remove, { params: { id } })
        put((now) => now.filter((each) => each.id !== id))
      } catch {
        notify.error('Error deleting visualization.', "Maybe it's used in a dashboard?")
      }
    },
  }
}
