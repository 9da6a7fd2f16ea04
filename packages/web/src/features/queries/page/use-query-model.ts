import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { type LiveValue, liveValue } from '../../../ui/live-value.ts'
import { type Parameters, useParameters } from '../parameters/use-parameters.ts'
import {
  type Draft,
  type DraftParts,
  type DraftWithoutText,
  draftOf,
  hasTextChanges,
  isDirty,
  publishesByName,
  runsAsSaved,
  savedParameters,
  textChanges,
  textOf,
} from './draft.ts'
import { type NewQueryDefaults, useChanges, useFirstSave } from './query-saving.ts'
import { rightsOf } from './rights.ts'

/** The query of the page: its saved state, its draft, and the operations that change them. */
export interface QueryModel {
  /** null until it is saved for the first time. */
  query: Query | null
  draft: DraftWithoutText
  /** The text of the draft. Typing renders only components that read it with `useLive`. */
  text: LiveValue<string>
  parameters: Parameters
  /** Whether leaving would lose changes, with this text. Components read it with `useLive`: the first key changes it. */
  isDirty(text: string): boolean
  /** Whether saving would change anything, even if only the default values of parameters. */
  hasChanges(): boolean
  /** Whether running the saved query runs the draft with this text. */
  runsAsSaved(text: string): boolean
  isSaving: boolean
  setText(text: string): void
  /** Replaces the unsaved state; of a saved query this is its text and its parameters. */
  restore(draft: Draft): void
  /** @returns whether it was saved */
  rename(name: string): Promise<boolean>
  /** @returns whether it was saved */
  describe(description: string): Promise<boolean>
  /** @returns whether it was saved */
  tag(tags: string[]): Promise<boolean>
  /** @param dialect of new queries on the data source; null if it has only one. @returns whether the change was made */
  chooseSource(id: number, dialect: string | null): Promise<boolean>
  /** @returns whether the change was made */
  chooseDialect(dialect: string): Promise<boolean>
  /** @returns whether the change was made */
  chooseAutoLimit(isOn: boolean): Promise<boolean>
  /**
   * Saves the draft.
   * @param resultId a result of the text in the editor; null if there is none
   * @returns the saved query; null if it could not be saved
   */
  save(resultId: number | null): Promise<Query | null>
  /** Saves changes of a saved query at once; before the first save it shows an error and sends nothing. */
  change(changes: QueryChanges): Promise<Query | null>
}

/**
 * The model stays the same before and after the first save, so that typing goes on without interruption.
 * @param query null before the first save. Afterwards, everything but the text and the parameters is saved at once.
 */
export function useQueryModel(query: Query | null, defaults: NewQueryDefaults): QueryModel {
  const { user, client_config } = useSession()
  const savedText = query === null ? '' : textOf(query)
  const [text] = useState(() => liveValue(query === null ? defaults.text : savedText))
  const isTyped = useRef(query === null && defaults.text !== '')
  // Until something is typed, the text follows the saved text, which may be loaded again.
  useLayoutEffect(() => {
    if (!isTyped.current) text.set(savedText)
  }, [text, savedText])
  const parameters = useParameters(query?.id ?? null, savedText, query === null ? [] : savedParameters(query))
  const first = useFirstSave(defaults)
  const { change, isSaving } = useChanges(query, () => isTyped.current && text.get() !== savedText)

  const { text: _, ...parts } = query === null ? { ...first.parts, text: '' } : draftOf(query)
  const draft = { ...parts, parameters: parameters.definitions }
  const withText = (written: string): Draft => ({ ...draft, text: isTyped.current ? written : savedText })
  const write = (written: string) => {
    isTyped.current = true
    text.set(written)
  }

  /** Before the first save, changes are only kept on the page. */
  const set = (parts: Partial<DraftParts>) => {
    first.set(parts)
    return Promise.resolve(true)
  }
  const operations: Pick<
    QueryModel,
    'rename' | 'describe' | 'tag' | 'chooseSource' | 'chooseDialect' | 'chooseAutoLimit' | 'save'
  > =
    query === null
      ? {
          rename: (name) => set({ name }),
          describe: (description) => set({ description }),
          tag: (tags) => set({ tags }),
          chooseSource: (dataSourceId, dialect) => set({ dataSourceId, dialect }),
          chooseDialect: (dialect) => set({ dialect }),
          chooseAutoLimit: (autoLimit) => set({ autoLimit }),
          save: (resultId) => first.create(withText(text.get()), resultId),
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
          chooseAutoLimit: async (isOn) => (await change({ options: { ...query.options, apply_auto_limit: isOn } })) !== null,
          save(resultId) {
            // `isTyped` stays true. Resetting it would show the previous saved text until the response arrives, and the editor would
            // take that for typing. The draft is no longer dirty once the saved text is the same.
            const changes = textChanges(withText(text.get()), query)
            return change(resultId === null ? changes : { ...changes, latest_query_data_id: resultId })
          },
        }

  return {
    ...operations,
    query,
    draft,
    text,
    parameters,
    isDirty: (written) => isDirty(withText(written), query),
    hasChanges: () => query === null || hasTextChanges(withText(text.get()), query),
    runsAsSaved: (written) => query !== null && runsAsSaved(withText(written), query),
    isSaving: isSaving || first.isSaving,
    setText(written) {
      write(written)
      parameters.syncWithText(written)
    },
    restore({ text: written, parameters: definitions, ...restored }) {
      if (query === null) first.set(restored)
      write(written)
      parameters.set(() => definitions)
    },
    change,
  }
}
