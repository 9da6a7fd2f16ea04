import type { Query } from '@sightline/contract/queries.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { liveValue } from '../../../ui/live-value.ts'
import { useParameters } from '../parameters/use-parameters.ts'
import {
  type Draft,
  draftOf,
  hasTextChanges,
  isDirty,
  publishesByName,
  runsAsSaved,
  savedParameters,
  textChanges,
  textOf,
} from './draft.ts'
import type { QueryModel } from './model.ts'
import { rightsOf } from './rights.ts'
import { useChanges } from './use-changes.ts'
import { type Beginning, useFirstSave } from './use-first-save.ts'

/**
 * The query of a page. It is the same one before and after it is saved for the first time: what is being written stays, and is
 * written on.
 * @param query null while it was never saved. Once it was, everything but its text and its parameters is saved at once.
 */
export function useQueryModel(query: Query | null, beginning: Beginning): QueryModel {
  const { user, client_config } = useSession()
  const savedText = query === null ? '' : textOf(query)
  const [text] = useState(() => liveValue(savedText))
  const isTyped = useRef(false)
  // Until something is typed, the text is the saved one, which may come in anew.
  useLayoutEffect(() => {
    if (!isTyped.current) text.set(savedText)
  }, [text, savedText])
  const parameters = useParameters(query?.id ?? null, savedText, query === null ? [] : savedParameters(query))
  const first = useFirstSave(beginning)
  const { change, isSaving } = useChanges(query, () => isTyped.current && text.get() !== savedText)

  const { text: _, ...parts } = query === null ? { ...first.parts, text: '' } : draftOf(query)
  const draft = { ...parts, parameters: parameters.definitions }
  const whole = (written: string): Draft => ({ ...draft, text: isTyped.current ? written : savedText })
  const write = (written: string) => {
    isTyped.current = true
    text.set(written)
  }

  /** Of what was never saved, everything is kept here. */
  const put = (parts: Parameters<typeof first.set>[0]) => {
    first.set(parts)
    return Promise.resolve(true)
  }
  const ways: Pick<QueryModel, 'rename' | 'describe' | 'tag' | 'chooseSource' | 'chooseDialect' | 'save'> =
    query === null
      ? {
          rename: (name) => put({ name }),
          describe: (description) => put({ description }),
          tag: (tags) => put({ tags }),
          chooseSource: (dataSourceId, dialect) => put({ dataSourceId, dialect }),
          chooseDialect: (dialect) => put({ dialect }),
          save: (resultId) => first.create(whole(text.get()), resultId),
        }
      : {
          async rename(name) {
            const publishes = publishesByName({
              name,
              isDraft: query.is_draft,
              isAutoPublishOn: client_config.autoPublishNamedQueries,
              mayPublish: rightsOf(user, query, null).isOwner,
            })
            return (await change(publishes ? { name, is_draft: false } : { name })) !== null
          },
          describe: async (description) => (await change({ description })) !== null,
          tag: async (tags) => (await change({ tags })) !== null,
          async chooseSource(id, dialect) {
            const options = { ...query.options, dialect: query.options.dialect ?? dialect }
            return (await change(dialect === null ? { data_source_id: id } : { data_source_id: id, options })) !== null
          },
          chooseDialect: async (dialect) => (await change({ options: { ...query.options, dialect } })) !== null,
          save(resultId) {
            // What was typed stays the draft, which is not dirty once the saved text is the same: going back to the saved text
            // here would show the one before for a moment, and the editor would take that for typed.
            const changes = textChanges(whole(text.get()), query)
            return change(resultId === null ? changes : { ...changes, latest_query_data_id: resultId })
          },
        }

  return {
    ...ways,
    query,
    draft,
    text,
    parameters,
    isDirty: (written) => isDirty(whole(written), query),
    hasChanges: () => query === null || hasTextChanges(whole(text.get()), query),
    runsAsSaved: (written) => query !== null && runsAsSaved(whole(written), query),
    isSaving: isSaving || first.isSaving,
    setText(written) {
      write(written)
      parameters.follow(written)
    },
    restore({ text: written, parameters: definitions, ...restored }) {
      if (query === null) first.set(restored)
      write(written)
      parameters.set(() => definitions)
    },
    change,
  }
}
