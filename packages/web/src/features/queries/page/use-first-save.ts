import { api } from '@sightline/contract/api.ts'
import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { notify } from '../../../app/notify.ts'
import { useClientConfig } from '../../../app/session.ts'
import { changeQuery, queryQuery } from '../api.ts'
import { changedSince, type Draft, type DraftParts, firstSave, newDraft, publishesByName } from './draft.ts'
import { tellNotSaved } from './tell-not-saved.ts'

/** What a query that is not saved yet begins with, and what becomes of it. */
export interface Beginning {
  /** null while there is none to choose. */
  dataSourceId: number | null
  /** The dialect that new queries on a data source are in; null where there is no choice. */
  dialectOf(dataSourceId: number): string | null
  /** Told once it is saved. */
  onCreated(query: Query): void
}

/** A query that is not saved yet: nothing is sent before the first save. */
interface FirstSave {
  parts: DraftParts
  set(parts: Partial<DraftParts>): void
  isSaving: boolean
  /** @returns the saved query; null when it could not be saved */
  create(draft: Draft, resultId: number | null): Promise<Query | null>
}

export function useFirstSave({ dataSourceId, dialectOf, onCreated }: Beginning): FirstSave {
  const { autoPublishNamedQueries } = useClientConfig()
  const cache = useQueryClient()
  const [parts, setParts] = useState<DraftParts>(() => newDraft(null))
  // What is changed while the first save is on its way.
  const latest = useRef(parts)
  const [isSaving, setIsSaving] = useState(false)
  const complete = (chosen: DraftParts): DraftParts => {
    const sourceId = chosen.dataSourceId ?? dataSourceId
    return { ...chosen, dataSourceId: sourceId, dialect: chosen.dialect ?? (sourceId === null ? null : dialectOf(sourceId)) }
  }

  /** Makes up for what could not come along, or was changed meanwhile. It exists by now: what fails here does not undo that. */
  async function follow(created: Query, before: DraftParts): Promise<Query> {
    const { id, version, is_draft: isDraft } = created
    const later = changedSince(before, complete(latest.current), created.options)
    const name = later.name ?? created.name
    const publishes = publishesByName({ name, isDraft, isAutoPublishOn: autoPublishNamedQueries, mayPublish: true })
    const changes: QueryChanges = publishes ? { ...later, is_draft: false } : later
    if (Object.keys(changes).length === 0) return created
    return (await changeQuery(id, { ...changes, version }).catch(tellNotSaved)) ?? created
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
        const saved = await follow(await call(api.queries.create, { body }), draft)
        cache.setQueryData(queryQuery(saved.id).queryKey, saved)
        void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
        notify.success(saved.is_draft ? 'Query saved' : 'Query saved and published', undefined, { id: 'query-saved' })
        onCreated(saved)
        return saved
      } catch (error) {
        return tellNotSaved(error)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
