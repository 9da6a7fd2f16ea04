import { api } from '@sightline/contract/api.ts'
import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useSession } from '../../../app/session.ts'
import { changeQuery, queryQuery } from '../api.ts'
import { holds } from './draft.ts'
import type { QueryModel } from './model.ts'
import { rightsOf } from './rights.ts'
import { tellNotSaved } from './tell-not-saved.ts'

const MODIFIED = 'It seems like the query has been modified by another user.'

/**
 * Saves changes of a query that was saved before, one after the other.
 * @param query null while there is none to change
 * @param isWritten whether there is a text in the editor that is not the saved one
 */
export function useChanges(query: Query | null, isWritten: () => boolean): Pick<QueryModel, 'change' | 'isSaving'> {
  const { user } = useSession()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  // Each save builds on the version that the one before it made.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // The version that the text in the editor was begun from. What others save may come in while somebody writes, and would be saved
  // over unseen if the text went along with its version.
  const basis = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (basis.current === null || !isWritten()) basis.current = query?.version ?? null
  })

  async function send(query: Query, changes: QueryChanges): Promise<Query | null> {
    const { queryKey } = queryQuery(query.id)
    const before = cache.getQueryData(queryKey) ?? query
    const post = (version: number | undefined) => changeQuery(query.id, { ...changes, version })
    const version = 'query' in changes ? (basis.current ?? before.version) : before.version
    const done = async (saved: Query) => {
      if ('query' in changes || version === basis.current) basis.current = saved.version
      // What is still being loaded may be older than this, and would take its place.
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, { ...before, ...saved })
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      notify.success(before.is_draft && !saved.is_draft ? 'Query saved and published' : 'Query saved', undefined, {
        id: 'query-saved',
      })
      return saved
    }
    setIsSaving(true)
    try {
      return await done(await post(version))
    } catch (error) {
      if (!isApiError(error, 'version_conflict')) return tellNotSaved(error)
      // Where the answer to a save was lost on the way, the conflict is one with that very save.
      const stored = await call(api.queries.get, { params: { id: query.id } }).catch(() => null)
      if (stored !== null && holds(stored, changes)) return await done(stored)
      if (!rightsOf(user, query, null).isOwner) {
        notify.error('Changes not saved', MODIFIED, { id: 'query-conflict', duration: null })
        return null
      }
      const isSure = await confirm({
        title: 'Overwrite Query',
        text: `${MODIFIED} Are you sure you want to overwrite the query with your version?`,
        action: 'Overwrite',
        isDestructive: true,
      })
      if (!isSure) return null
      return await post(undefined).then(done, tellNotSaved)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    isSaving,
    change(changes) {
      if (query === null) return changeQuery(null, changes).catch(tellNotSaved)
      const sent = queue.current.then(() => send(query, changes))
      queue.current = sent
      return sent
    },
  }
}
