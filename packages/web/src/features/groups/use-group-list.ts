import { type ListSearch, listState } from '@sightline/domain/list-state.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSession } from '../../app/session.tsx'

/** What the address says about the members or data sources of a group that are shown. */
export function useGroupList() {
  const { client_config } = useSession()
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    list: listState(search, { page_size: client_config.pageSize, order: 'name' }),
    pageSizes: client_config.pageSizeOptions,
    go: (next: ListSearch) => void navigate({ to: '.', search: next }),
  }
}
export type GroupListState = ReturnType<typeof useGroupList>
