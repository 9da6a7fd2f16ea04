import { t } from '@lingui/core/macro'
import type { Query, QueryChanges, QueryOptions } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { definitionsToSave, hasNewValues, isDeclaredBy, isSameJson, isSameSetup } from '@sightline/domain/parameters/saved.ts'

/** The name of a new query until its user names it. */
const NEW_QUERY_NAME = t`New Query`

/** Whether nobody has named a query. Those that programs create have the English name. */
const isUnnamed = (name: string) => name === NEW_QUERY_NAME || name === 'New Query'

/** The editable part of a query, with changes that are not saved yet. */
export interface Draft {
  text: string
  name: string
  description: string
  tags: string[]
  /** null until one is chosen. */
  dataSourceId: number | null
  /** The chosen one of the `dialects` of the data source; null if none is chosen. */
  dialect: string | null
  /** Whether 1,000 rows at most are read, unless the text has a limit of its own. */
  autoLimit: boolean
  parameters: readonly Definition[]
}

/** Without the text, which changes with every key. */
export type DraftWithoutText = Omit<Draft, 'text'>

/** The parts of a saved query that are saved as soon as they change. */
export type DraftParts = Pick<Draft, 'name' | 'description' | 'tags' | 'dataSourceId' | 'dialect' | 'autoLimit'>

/** The draft of an empty new query. */
export const newDraft = (dataSourceId: number | null): Draft => ({
  text: '',
  name: NEW_QUERY_NAME,
  description: '',
  tags: [],
  dataSourceId,
  dialect: null,
  autoLimit: false,
  parameters: [],
})

/** The draft of a saved query without changes. */
export const draftOf = (query: Query): Draft => ({
  text: textOf(query),
  name: query.name,
  description: query.description ?? '',
  tags: query.tags,
  dataSourceId: query.data_source_id,
  dialect: query.options.dialect ?? null,
  autoLimit: query.options.apply_auto_limit ?? false,
  parameters: savedParameters(query),
})

/** The parts of a saved query that are edited in the editor. */
export type SavedText = Pick<Query, 'query' | 'options'>

/** The parameters saved with a query. */
export const savedParameters = (query: SavedText): readonly Definition[] => query.options.parameters ?? []

/**
 * The text of a saved query. For users who may run but not read it, a placeholder text with the same parameters; they see no editor.
 */
export const textOf = (query: SavedText): string =>
  query.query ?? ['-- hidden', ...savedParameters(query).map(({ name }) => `{{ ${name} }}`)].join('\n')

/**
 * Whether leaving the page would lose changes. Everything but the text and the parameters of a saved query is saved at once; parameter
 * values are in the URL.
 * @param saved null for a query that was never saved
 */
export function isDirty(draft: Draft, saved: SavedText | null): boolean {
  if (saved !== null) {
    const text = textOf(saved)
    return draft.text !== text || !isSameSetup(definitionsFor(text, savedParameters(saved)), draft.parameters)
  }
  const { text, name, description, tags } = draft
  return text !== '' || !isUnnamed(name) || description !== '' || tags.length > 0
}

/** Whether running the saved query would run the draft: it has the same text, and declares all parameters. */
export const runsAsSaved = (draft: Draft, saved: SavedText): boolean =>
  draft.text === textOf(saved) && isDeclaredBy(savedParameters(saved), draft.parameters)

/** The changes that saving makes: the text, and the parameters if they or their values have changed. */
export function textChanges(draft: Draft, saved: SavedText): QueryChanges {
  // The placeholder text for users who may not read the query must not be saved.
  if (saved.query === null) return {}
  const before = savedParameters(saved)
  const isSame = isSameSetup(before, draft.parameters) && !hasNewValues(before, draft.parameters)
  return isSame
    ? { query: draft.text }
    : { query: draft.text, options: { ...saved.options, parameters: definitionsToSave(draft.parameters) } }
}

/** Whether saving would change anything, even if only the default values of parameters. */
export const hasTextChanges = (draft: Draft, saved: SavedText): boolean =>
  isDirty(draft, saved) || hasNewValues(savedParameters(saved), draft.parameters)

/** Whether a query already contains all of these changes, apart from its latest result. */
export const isSavedIn = (query: Query, { latest_query_data_id: _, version: __, ...changes }: QueryChanges): boolean =>
  Object.entries(changes).every(([name, value]) => isSameJson(value, Reflect.get(query, name)))

/** The request body of the first save; null if no data source is chosen. */
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
      ...(draft.autoLimit && { apply_auto_limit: true }),
    },
    latest_query_data_id: resultId,
  }
}

/**
 * The changes made to a new query during its first save.
 * @param options the options it was saved with
 */
export const changedSince = (before: DraftParts, now: DraftParts, options: QueryOptions): QueryChanges => ({
  ...(now.name !== before.name && { name: now.name }),
  ...(now.description !== before.description && { description: now.description }),
  ...(now.tags !== before.tags && { tags: now.tags }),
  ...(now.dataSourceId !== before.dataSourceId && now.dataSourceId !== null && { data_source_id: now.dataSourceId }),
  ...((now.dialect !== before.dialect || now.autoLimit !== before.autoLimit) && {
    options: { ...options, dialect: now.dialect, apply_auto_limit: now.autoLimit },
  }),
})

interface Naming {
  name: string
  isDraft: boolean
  isAutoPublishOn: boolean
  mayPublish: boolean
}

/** Whether giving an unpublished query this name publishes it. */
export const publishesByName = ({ name, isDraft, isAutoPublishOn, mayPublish }: Naming) =>
  isDraft && isAutoPublishOn && mayPublish && !isUnnamed(name.trim())
