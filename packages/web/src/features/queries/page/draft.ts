import type { Query } from '@sightline/contract/queries.ts'

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
}

/** A new query: nothing in it yet. */
export const newDraft = (dataSourceId: number | null): Draft => ({
  text: '',
  name: NEW_QUERY_NAME,
  description: '',
  tags: [],
  dataSourceId,
})

/** The draft of a saved query before anything is changed. */
export const draftOf = (query: Query): Draft => ({
  text: query.query ?? '',
  name: query.name,
  description: query.description ?? '',
  tags: query.tags,
  dataSourceId: query.data_source_id,
})

/**
 * Whether leaving would lose something. A saved query saves everything but its text at once.
 * @param saved null for a query that was never saved
 */
export function isDirty(draft: Draft, saved: Query | null): boolean {
  if (saved !== null) return draft.text !== (saved.query ?? '')
  const { text, name, description, tags } = draft
  return text !== '' || name !== NEW_QUERY_NAME || description !== '' || tags.length > 0
}

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
    options: {},
    latest_query_data_id: resultId,
  }
}

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
