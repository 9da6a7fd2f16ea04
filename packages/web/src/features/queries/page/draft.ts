import type { Query, QueryChanges, QueryOptions } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { definitionsToSave, hasNewValues, isDeclaredBy, isSameJson, isSameSetup } from '@sightline/domain/parameters/saved.ts'

/** The name that a query has until somebody names it. */
export const NEW_QUERY_NAME = 'New Query'

/** What of a query is being worked on and not yet saved. */
export interface Draft {
  text: string
  name: string
  description: string
  tags: string[]
  /** null until one is chosen. */
  dataSourceId: number | null
  /** The one that is chosen of the `dialects` of the data source; null where none is. */
  dialect: string | null
  parameters: readonly Definition[]
}

/** A draft but for its text, which changes with every key. */
export type DraftWithoutText = Omit<Draft, 'text'>

/** What of a query is saved as soon as it is changed, once there is a saved query. */
export type DraftParts = Pick<Draft, 'name' | 'description' | 'tags' | 'dataSourceId' | 'dialect'>

/** A new query: nothing in it yet. */
export const newDraft = (dataSourceId: number | null): Draft => ({
  text: '',
  name: NEW_QUERY_NAME,
  description: '',
  tags: [],
  dataSourceId,
  dialect: null,
  parameters: [],
})

/** The draft of a saved query before anything is changed. */
export const draftOf = (query: Query): Draft => ({
  text: textOf(query),
  name: query.name,
  description: query.description ?? '',
  tags: query.tags,
  dataSourceId: query.data_source_id,
  dialect: query.options.dialect ?? null,
  parameters: savedParameters(query),
})

/** What of a saved query is changed in the editor. */
export type SavedText = Pick<Query, 'query' | 'options'>

/** The parameters that are saved with a query. */
export const savedParameters = (query: SavedText): readonly Definition[] => query.options.parameters ?? []

/**
 * The text of a saved query. For those who may run it and not read it, something that has its parameters stands for the text: they
 * are shown no editor.
 */
export const textOf = (query: SavedText): string =>
  query.query ?? ['-- hidden', ...savedParameters(query).map(({ name }) => `{{ ${name} }}`)].join('\n')

/**
 * Whether leaving would lose something. A saved query saves everything but its text and its parameters at once. Values of
 * parameters are not lost, they stand in the address.
 * @param saved null for a query that was never saved
 */
export function isDirty(draft: Draft, saved: SavedText | null): boolean {
  if (saved !== null) {
    const text = textOf(saved)
    return draft.text !== text || !isSameSetup(definitionsFor(text, savedParameters(saved)), draft.parameters)
  }
  const { text, name, description, tags } = draft
  return text !== '' || name !== NEW_QUERY_NAME || description !== '' || tags.length > 0
}

/** Whether a run of the saved query is a run of what is here: the same text, and parameters that it knows. */
export const runsAsSaved = (draft: Draft, saved: SavedText): boolean =>
  draft.text === textOf(saved) && isDeclaredBy(savedParameters(saved), draft.parameters)

/** What saving changes in a saved query: its text, and its parameters where they or their values are other ones. */
export function textChanges(draft: Draft, saved: SavedText): QueryChanges {
  // What stands for a text that its reader may not read is not saved in place of it.
  if (saved.query === null) return {}
  const before = savedParameters(saved)
  const isSame = isSameSetup(before, draft.parameters) && !hasNewValues(before, draft.parameters)
  return isSame
    ? { query: draft.text }
    : { query: draft.text, options: { ...saved.options, parameters: definitionsToSave(draft.parameters) } }
}

/** Whether saving would change anything in a saved query, be it only the values that its parameters begin with. */
export const hasTextChanges = (draft: Draft, saved: SavedText): boolean =>
  isDirty(draft, saved) || hasNewValues(savedParameters(saved), draft.parameters)

/** Whether a query holds all of these changes already. Which result it shows is no change of what it asks. */
export const holds = (query: Query, { latest_query_data_id: _, version: __, ...changes }: QueryChanges): boolean =>
  Object.entries(changes).every(([name, value]) => isSameJson(value, Reflect.get(query, name)))

/** The whole of a new query, for its first save; null while something that it needs is missing. */
export function firstSave(draft: Draft, resultId: number | null) {
  if (draft.dataSourceId === null) return null
  return {
    name: draft.name,
    query: draft.text,
    description: draft.description === '' ? null : draft.description,
    tags: draft.tags,
    data_source_id: draft.dataSourceId,
    schedule: null,
    options: {
      ...(draft.parameters.length > 0 && { parameters: definitionsToSave(draft.parameters) }),
      ...(draft.dialect !== null && { dialect: draft.dialect }),
    },
    latest_query_data_id: resultId,
  }
}

/**
 * What was changed of a new query while it was being saved for the first time.
 * @param options those that it was saved with
 */
export const changedSince = (before: DraftParts, now: DraftParts, options: QueryOptions): QueryChanges => ({
  ...(now.name !== before.name && { name: now.name }),
  ...(now.description !== before.description && { description: now.description }),
  ...(now.tags !== before.tags && { tags: now.tags }),
  ...(now.dataSourceId !== before.dataSourceId && now.dataSourceId !== null && { data_source_id: now.dataSourceId }),
  ...(now.dialect !== before.dialect && { options: { ...options, dialect: now.dialect } }),
})

/** What a name does to a draft query. */
interface Naming {
  name: string
  isDraft: boolean
  isAutoPublishOn: boolean
  mayPublish: boolean
}

/** Whether a draft is published by being given this name. */
export const publishesByName = ({ name, isDraft, isAutoPublishOn, mayPublish }: Naming) =>
  isDraft && isAutoPublishOn && mayPublish && name.trim() !== NEW_QUERY_NAME
