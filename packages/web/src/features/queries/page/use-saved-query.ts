import { api } from '@sightline/contract/api.ts'
import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useSession } from '../../../app/session.tsx'
import { liveValue } from '../../../ui/live-value.ts'
import { changeQuery, queryQuery } from '../api.ts'
import { useParameters } from '../parameters/use-parameters.ts'
import {
  type Draft,
  draftOf,
  hasTextChanges,
  holds,
  isDirty,
  publishesByName,
  runsAsSaved,
  savedParameters,
  textChanges,
} from './draft.ts'
import type { QueryModel } from './model.ts'
import { rightsOf } from './rights.ts'
import { tellNotSaved } from './tell-not-saved.ts'

const MODIFIED = 'It seems like the query has been modified by another user.'

/** A query that was saved before: everything but its text and its parameters is saved at once. */
export function useSavedQuery(query: Query): QueryModel {
  const { user, client_config } = useSession()
  const cache = useQueryClient()
  const savedText = query.query ?? ''
  const [text] = useState(() => liveValue(savedText))
  const isTyped = useRef(false)
  // Until something is typed, the text is the saved one, which may come in anew.
  useLayoutEffect(() => {
    if (!isTyped.current) text.set(savedText)
  }, [text, savedText])
  const [isSaving, setIsSaving] = useState(false)
  // Each save builds on the version that the one before it made.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { isOwner } = rightsOf(user, query, null)

  const parameters = useParameters(query.id, savedText, savedParameters(query))
  const { text: _, ...saved } = draftOf(query)
  const draft = { ...saved, parameters: parameters.definitions }
  const whole = (written: string): Draft => ({ ...draft, text: isTyped.current ? written : savedText })
  const write = (written: string) => {
    isTyped.current = true
    text.set(written)
  }

  async function send(changes: QueryChanges): Promise<Query | null> {
    const { queryKey } = queryQuery(query.id)
    const before = cache.getQueryData(queryKey) ?? query
    const post = (version: number | undefined) => changeQuery(query.id, { ...changes, version })
    const done = async (saved: Query) => {
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
      return await done(await post(before.version))
    } catch (error) {
      if (!isApiError(error, 'version_conflict')) return tellNotSaved(error)
      // Where the answer to a save was lost on the way, the conflict is one with that very save.
      const stored = await call(api.queries.get, { params: { id: query.id } }).catch(() => null)
      if (stored !== null && holds(stored, changes)) return await done(stored)
      if (!isOwner) {
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

  const change = (changes: QueryChanges): Promise<Query | null> => {
    const sent = queue.current.then(() => send(changes))
    queue.current = sent
    return sent
  }

  return {
    query,
    draft,
    text,
    parameters,
    isDirty: (written) => isDirty(whole(written), query),
    hasChanges: () => hasTextChanges(whole(text.get()), query),
    runsAsSaved: (written) => runsAsSaved(whole(written), query),
    isSaving,
    setText(written) {
      write(written)
      parameters.follow(written)
    },
    restore({ text: written, parameters: definitions }) {
      write(written)
      parameters.set(() => definitions)
    },
    rename(name) {
      const isDraft = query.is_draft
      const publishes = publishesByName({
        name,
        isDraft,
        isAutoPublishOn: client_config.autoPublishNamedQueries,
        mayPublish: isOwner,
      })
      void change(publishes ? { name, is_draft: false } : { name })
    },
    describe: (description) => void change({ description }),
    tag: (tags) => change({ tags }),
    chooseSource: async (id) => (await change({ data_source_id: id })) !== null,
    save(resultId) {
      // What was typed stays the draft, which is not dirty once the saved text is the same: going back to the saved text here
      // would show the one before for a moment, and the editor would take that for typed.
      const changes = textChanges(whole(text.get()), query)
      return change(resultId === null ? changes : { ...changes, latest_query_data_id: resultId })
    },
    change,
  }
}
