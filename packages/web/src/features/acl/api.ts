import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { ListedType } from '@sightline/contract/acl.ts'
import { api } from '@sightline/contract/api.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { SEARCH_DEBOUNCE_MS } from '../../ui/SearchBox.tsx'
import { userSearchQuery } from '../users/api.ts'

/** The access list of a query or a dashboard. */
const accessListQuery = (type: ListedType, id: number) =>
  queryOptions({
    queryKey: ['acl', type, id],
    queryFn: ({ signal }) => call(api.acl.list, { params: { type, id }, signal }),
    staleTime: 0,
  })

/** Nouns for messages. */
const nouns: Record<ListedType, string> = { queries: 'query', dashboards: 'dashboard' }

/** The access list of a query or a dashboard and the functions to change it, as props of PermissionsDialog. */
export function useAccessList(type: ListedType, id: number) {
  const cache = useQueryClient()
  const [term, setTerm] = useState('')
  const [settled] = useDebouncedValue(term.trim(), SEARCH_DEBOUNCE_MS)
  const { data: list } = useQuery(accessListQuery(type, id))
  const { data: users, isPlaceholderData } = useQuery(userSearchQuery(settled))
  // The users of the search before would move while one of them is clicked.
  const isCurrent = settled === term.trim() && !isPlaceholderData
  const change = async (request: Promise<unknown>, onError: (error: unknown) => void) => {
    await request.catch(onError)
    await cache.invalidateQueries({ queryKey: accessListQuery(type, id).queryKey })
  }
  const modify = (user_id: number) => ({ params: { type, id }, body: { access_type: 'modify', user_id } })
  const showAddError = (error: unknown) =>
    error instanceof ApiError && error.status === 403
      ? notify.error(
          t`You cannot add a user to this ${nouns[type]}.`,
          t`Ask the ${nouns[type]} owner to grant them permissions.`,
        )
      : notify.error(t`Something went wrong.`)
  return {
    grantees: list && (list.modify ?? []),
    found: isCurrent ? users?.results : undefined,
    term,
    onSearch: setTerm,
    onAdd: (userId: number) => change(call(api.acl.grant, modify(userId)), showAddError),
    onRemove: (userId: number) => change(call(api.acl.revoke, modify(userId)), (error) => notify.failure(error)),
  }
}
