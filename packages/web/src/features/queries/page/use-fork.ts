import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { queryQuery } from '../api.ts'
import type { QueryModel } from './use-query-model.ts'

const confirmation = {
  title: t`Fork Query`,
  text: t`The saved query is copied. Your unsaved changes stay in this browser and can be restored when you return.`,
  action: t`Fork`,
  isDestructive: false,
}

/** Returns a function that copies a query for the user and opens the copy. It asks first if there are unsaved changes. */
export function useFork(model: QueryModel, query: Query): () => Promise<void> {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (model.isDirty(model.text.get()) && !(await confirm(confirmation))) return
    try {
      const copy = await call(api.queries.fork, { params: { id: query.id } })
      await storeAnswer(cache, queryQuery(copy.id).queryKey, copy)
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      // The user has already confirmed leaving unsaved changes.
      await navigate({ to: '/queries/$queryId/source', params: { queryId: String(copy.id) }, ignoreBlocker: true })
    } catch (error) {
      notify.failure(error)
    }
  }
}
