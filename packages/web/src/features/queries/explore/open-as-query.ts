import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePermission } from '../../../app/session.ts'
import { dataSourcesQuery } from '../../data-sources/api.ts'

interface OpenAsQuery {
  /** Why the user cannot open a new query on Query Results; null if it is possible. */
  disabledReason: string | null
  openAsQuery(sql: string): void
}

/** Opens SQL as a new, unsaved query on Query Results. */
export function useOpenAsQuery(): OpenAsQuery {
  const mayCreate = usePermission('create_query')
  const mayListSources = usePermission('list_data_sources')
  const { data: sources } = useQuery({ ...dataSourcesQuery, enabled: mayCreate && mayListSources })
  const navigate = useNavigate()
  const source = sources?.find(({ type, view_only }) => type === 'results' && view_only !== true)
  const isLoading = mayCreate && mayListSources && sources === undefined
  return {
    disabledReason: !mayCreate
      ? 'You don’t have permission to create queries.'
      : source === undefined
        ? isLoading
          ? 'The data sources are being loaded.'
          : 'You have no access to a data source of the type Query Results.'
        : null,
    openAsQuery(text) {
      if (source === undefined || !mayCreate) return
      void navigate({ to: '/queries/new', state: { newQuery: { text, dataSourceId: source.id } } })
    },
  }
}
