import { t } from '@lingui/core/macro'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dataSourcesQuery } from '../features/data-sources/api.ts'
import { usePermission } from './session.ts'

interface OpenAsQuery {
  /** The data source of the new query; null if it is not possible. */
  source: DataSource | null
  /** Whether it is not known yet if it is possible. */
  isLoading: boolean
  /** Why the user cannot open a new query on Query Results; null if it is possible. */
  disabledReason: string | null
  openAsQuery(sql: string): void
}

/**
 * Opens SQL as a new, unsaved query on Query Results.
 * @param isLatest whether the latest result of the query is explored
 */
export function useOpenAsQuery(isLatest: boolean): OpenAsQuery {
  const mayCreate = usePermission('create_query')
  const mayListSources = usePermission('list_data_sources')
  const { data: sources, isPending } = useQuery({ ...dataSourcesQuery, enabled: mayCreate && mayListSources })
  const navigate = useNavigate()
  const source = sources?.find(({ language, view_only }) => language === 'query-results' && view_only !== true)
  const isLoading = mayCreate && mayListSources && isPending
  const disabledReason = reasonFor()
  return {
    source: disabledReason === null ? (source ?? null) : null,
    isLoading,
    disabledReason,
    openAsQuery(text) {
      if (source === undefined || disabledReason !== null) return
      void navigate({ to: '/queries/new', state: { newQuery: { text, dataSourceId: source.id } } })
    },
  }

  function reasonFor(): string | null {
    if (!mayCreate) return t`You don’t have permission to create queries.`
    if (!isLatest) return t`Only the latest result of a saved query can be queried. This one has other values or another text.`
    if (isLoading) return t`The data sources are being loaded.`
    return source === undefined ? t`You have no access to a data source of the type Query Results.` : null
  }
}
