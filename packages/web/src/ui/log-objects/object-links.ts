import { t } from '@lingui/core/macro'
import type { NamedObject, NamedType } from '@sightline/contract/object-names.ts'

/** The types as people call them. */
export const typeNames: Record<NamedType, string> = {
  query: t`Query`,
  dashboard: t`Dashboard`,
  visualization: t`Visualization`,
  widget: t`Widget`,
  data_source: t`Data source`,
  alert: t`Alert`,
  user: t`User`,
  group: t`Group`,
  destination: t`Alert destination`,
  query_snippet: t`Query snippet`,
}

/** The pages of objects; dashboards have one by id, too. Visualizations and widgets are on the page of what they belong to. */
const pages: Record<Exclude<NamedType, 'visualization' | 'widget'>, string> = {
  query: '/queries',
  dashboard: '/dashboards',
  data_source: '/data_sources',
  alert: '/alerts',
  user: '/users',
  group: '/groups',
  destination: '/destinations',
  query_snippet: '/query_snippets',
}

interface ObjectLink {
  to: string
  hash?: string
}

/**
 * Where an object is shown; null if it has been deleted.
 * @param whole the query of a visualization, or the dashboard of a widget
 */
export function objectLink({ type, id, name }: NamedObject, whole: NamedObject | undefined): ObjectLink | null {
  if (name === null) return null
  if (type !== 'visualization' && type !== 'widget') return { to: `${pages[type]}/${id}` }
  const place = whole === undefined ? null : objectLink(whole, undefined)
  return place !== null && type === 'visualization' ? { ...place, hash: id } : place
}

/**
 * The name of an object; a deleted one is named as such.
 * @param recorded its name when the entry was written, if it was recorded
 */
export function objectName({ type, id, name }: NamedObject, recorded: string | null): string {
  if (name !== null) return recorded ?? name
  return `${recorded ?? `${typeNames[type]} ${id}`} (deleted)`
}
