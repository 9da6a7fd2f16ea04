import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isApiError, messageOf } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useClientConfig, useSession } from '../../../app/session.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { changeQuery, queryQuery } from '../api.ts'
import { changedSince, type Draft, type DraftParts, firstSave, isSavedIn, newDraft, publishesByName } from './draft.ts'
import { rightsOf } from './rights.ts'

/** The initial values of a new query, and the callback after its first save. */
export interface NewQueryDefaults {
  /** null if there is no data source to choose. */
  dataSourceId: number | null
  /** The dialect of new queries on a data source; null if it has only one. */
  dialectOf(dataSourceId: number): string | null
  /** The text that the editor begins with. */
  text: string
  onCreated(query: Query): void
}

/** A new query that another page has written; the history entry of the editor holds it. */
export interface PreparedQuery {
  text: string
  dataSourceId: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    newQuery?: PreparedQuery
  }
}

/** A query before its first save, until which nothing is sent. */
interface FirstSave {
  parts: DraftParts
  set(parts: Partial<DraftParts>): void
  isSaving: boolean
  /** @returns the saved query; null if it could not be saved */
  create(draft: Draft, resultId: number | null): Promise<Query | null>
}

export function useFirstSave({ dataSourceId, dialectOf, onCreated }: NewQueryDefaults): FirstSave {
  const { autoPublishNamedQueries } = useClientConfig()
  const cache = useQueryClient()
  const [parts, setParts] = useState<DraftParts>(() => newDraft(null))
  // Includes changes made while the first save is on its way.
  const latest = useRef(parts)
  const [isSaving, setIsSaving] = useState(false)
  const complete = (chosen: DraftParts): DraftParts => {
    const sourceId = chosen.dataSourceId ?? dataSourceId
    return { ...chosen, dataSourceId: sourceId, dialect: chosen.dialect ?? (sourceId === null ? null : dialectOf(sourceId)) }
  }

  /** Sends what was changed during the first save, and publishes the query if its name does that. A failure keeps the query. */
  async function saveLaterChanges(created: Query, before: DraftParts): Promise<Query> {
    const { id, version, is_draft: isDraft } = created
    const later = changedSince(before, complete(latest.current), created.options)
    const name = later.name ?? created.name
    const publishes = publishesByName({ name, isDraft, isAutoPublishOn: autoPublishNamedQueries, mayPublish: true })
    const changes: QueryChanges = publishes ? { ...later, is_draft: false } : later
    if (Object.keys(changes).length === 0) return created
    return (await changeQuery(id, { ...changes, version }).catch(notifyNotSaved)) ?? created
  }

  return {
    parts: complete(parts),
    set(changed) {
      latest.current = { ...latest.current, ...changed }
      setParts(latest.current)
    },
    isSaving,
    async create(draft, resultId) {
      const body = firstSave(draft, resultId)
      if (body === null || isSaving) return null
      setIsSaving(true)
      try {
        const saved = await saveLaterChanges(await call(api.queries.create, { body }), draft)
        await storeAnswer(cache, queryQuery(saved.id).queryKey, saved)
        void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
        notify.success(saved.is_draft ? t`Query saved` : t`Query saved and published`, undefined, { id: 'query-saved' })
        onCreated(saved)
        return saved
      } catch (error) {
        return notifyNotSaved(error)
      } finally {
        setIsSaving(false)
      }
    },
  }
}

const MODIFIED = t`It seems like the query has been modified by another user.`

interface Changes {
  isSaving: boolean
  /** Saves changes at once. Before the first save it shows an error and sends nothing. @returns null if they were not saved */
  change(changes: QueryChanges): Promise<Query | null>
}

/**
 * Saves changes of a saved query, one after the other, and resolves version conflicts.
 * @param query null before the first save
 * @param hasUnsavedText whether the text in the editor differs from the saved one
 */
export function useChanges(query: Query | null, hasUnsavedText: () => boolean): Changes {
  const { user } = useSession()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  // Each save builds on the version that the one before created.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // The version on which the text in the editor is based. A newer version may be loaded while the user is typing: saving the text with
  // that version would silently overwrite what others have saved.
  const basis = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (basis.current === null || !hasUnsavedText()) basis.current = query?.version ?? null
  })

  async function send(query: Query, changes: QueryChanges): Promise<Query | null> {
    const { queryKey } = queryQuery(query.id)
    const before = cache.getQueryData(queryKey) ?? query
    const post = (version: number | undefined) => changeQuery(query.id, { ...changes, version })
    const version = 'query' in changes ? (basis.current ?? before.version) : before.version
    const done = async (saved: Query) => {
      if ('query' in changes || version === basis.current) basis.current = saved.version
      await storeAnswer(cache, queryKey, { ...before, ...saved })
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      notify.success(before.is_draft && !saved.is_draft ? t`Query saved and published` : t`Query saved`, undefined, {
        id: 'query-saved',
      })
      return saved
    }
    setIsSaving(true)
    try {
      return await done(await post(version))
    } catch (error) {
      if (!isApiError(error, 'version_conflict')) return notifyNotSaved(error)
      // If the response to a save was lost, the repeated save conflicts with itself.
      const stored = await call(api.queries.get, { params: { id: query.id } }).catch(() => null)
      if (stored !== null && isSavedIn(stored, changes)) return await done(stored)
      if (!rightsOf(user, query, null).isOwner) {
        notify.error(t`Changes not saved`, MODIFIED, { id: 'query-conflict', duration: null })
        return null
      }
      const isSure = await confirm({
        title: t`Overwrite Query`,
        text: t`${MODIFIED} Are you sure you want to overwrite the query with your version?`,
        action: t`Overwrite`,
        isDestructive: true,
      })
      if (!isSure) return null
      return await post(undefined).then(done, notifyNotSaved)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    isSaving,
    change(changes) {
      if (query === null) return changeQuery(null, changes).catch(notifyNotSaved)
      const sent = queue.current.then(() => send(query, changes))
      queue.current = sent
      return sent
    },
  }
}

/** @returns null, as the result of a save that failed */
function notifyNotSaved(error: unknown): null {
  notify.error(t`Query could not be saved`, messageOf(error) ?? undefined)
  return null
}
