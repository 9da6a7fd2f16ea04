import { useNavigate } from '@tanstack/react-router'
import type { QueryModel } from './use-query-model.ts'
import type { QueryRun } from './use-query-run.ts'
import { ADD_HASH, type VisualizationChanges, type VisualizationSettings } from './visualization-tabs.ts'

/**
 * Adds visualizations, also to a query that was never saved: it is saved first, and its own page is opened.
 * @param goTo shows another hash of the page
 */
export function useNewVisualization(
  model: QueryModel,
  run: QueryRun,
  changes: VisualizationChanges,
  goTo: (hash: string) => void,
) {
  const navigate = useNavigate()
  const { query } = model
  const savedQuery = async () => query ?? (await model.save(run.resultIdOfText()))
  const open = (queryId: number, hash: string) =>
    navigate({
      to: '/queries/$queryId/source',
      params: { queryId: String(queryId) },
      hash,
      replace: query === null,
    })
  return {
    /** Opens the settings of a new visualization. */
    async saveAndEdit() {
      const saved = await savedQuery()
      if (saved !== null) await open(saved.id, ADD_HASH)
    },
    /** Stores a chart and selects it. */
    async keep(chart: VisualizationSettings) {
      const saved = await savedQuery()
      if (saved === null) return
      const id = await changes.save(null, chart, saved.id)
      if (query !== null) goTo(String(id))
      else await open(saved.id, String(id))
    },
  }
}
