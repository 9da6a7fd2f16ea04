import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { notify } from '../../../app/notify.ts'
import { useSession } from '../../../app/session.tsx'
import { liveValue } from '../../../ui/live-value.ts'
import { changeQuery, queryQuery } from '../api.ts'
import { useParameters } from '../parameters/use-parameters.ts'
import { type Draft, type DraftWithoutText, firstSave, isDirty, newDraft, publishesByName } from './draft.ts'
import type { QueryModel } from './model.ts'
import { tellNotSaved } from './tell-not-saved.ts'

/**
 * A query that is not saved yet: nothing is sent before the first save.
 * @param dataSourceId the source to begin with
 * @param onCreated told once it has been saved
 */
export function useNewQuery(dataSourceId: number | null, onCreated: (query: Query) => void): QueryModel {
  const { client_config } = useSession()
  const cache = useQueryClient()
  const [draft, setDraft] = useState<DraftWithoutText>(() => newDraft(null))
  const [text] = useState(() => liveValue(''))
  const [isSaving, setIsSaving] = useState(false)
  const parameters = useParameters(null, '', [])
  const shown: DraftWithoutText = {
    ...draft,
    dataSourceId: draft.dataSourceId ?? dataSourceId,
    parameters: parameters.definitions,
  }
  const whole = (written: string): Draft => ({ ...shown, text: written })
  const set = (part: Partial<DraftWithoutText>) => setDraft((now) => ({ ...now, ...part }))

  async function create(resultId: number | null): Promise<Query | null> {
    const body = firstSave(whole(text.get()), resultId)
    if (body === null || isSaving) return null
    setIsSaving(true)
    try {
      const created = await call(api.queries.create, { body })
      const publishes = publishesByName({
        name: created.name,
        isDraft: created.is_draft,
        isAutoPublishOn: client_config.autoPublishNamedQueries,
        mayPublish: true,
      })
      const saved = publishes ? await changeQuery(created.id, { is_draft: false, version: created.version }) : created
      cache.setQueryData(queryQuery(saved.id).queryKey, saved)
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      notify.success(publishes ? 'Query saved and published' : 'Query saved', undefined, { id: 'query-saved' })
      onCreated(saved)
      return saved
    } catch (error) {
      return tellNotSaved(error)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    query: null,
    draft: shown,
    text,
    parameters,
    isDirty: (written) => isDirty(whole(written), null),
    hasChanges: () => true,
    runsAsSaved: () => false,
    isSaving,
    setText(written) {
      text.set(written)
      parameters.follow(written)
    },
    restore({ text: written, ...restored }) {
      set(restored)
      text.set(written)
      parameters.set(() => restored.parameters)
    },
    rename: (name) => set({ name }),
    describe: (description) => set({ description }),
    tag: (tags) => Promise.resolve(set({ tags })),
    chooseSource(id) {
      set({ dataSourceId: id })
      return Promise.resolve(true)
    },
    save: create,
    change: (changes) => changeQuery(null, changes).catch(tellNotSaved),
  }
}
