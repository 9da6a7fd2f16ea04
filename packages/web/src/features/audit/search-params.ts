import { parseListSearch } from '@sightline/domain/list-state.ts'

/** The filters and page of the log, kept in the URL. */
export interface AuditSearch {
  page?: number
  page_size?: number
  /** Part of the name of the user, or the user id. */
  actor?: string
  /** An action, or its prefix before the dot for all actions of that kind. */
  action?: string
  object_type?: string
  object_id?: string
  /** Days: YYYY-MM-DD. */
  from?: string
  to?: string
}

/** Parses the search parameters of the URL; invalid ones are ignored. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { page, page_size } = parseListSearch(search)
  return {
    page,
    page_size,
    actor: textIn(search.actor),
    action: textIn(search.action),
    object_type: textIn(search.object_type),
    object_id: textIn(search.object_id),
    from: dayIn(search.from),
    to: dayIn(search.to),
  }
}

/** Changes filters and returns to the first page. '' and null clear a filter. */
export function withFilters(search: AuditSearch, filters: { [Name in keyof AuditSearch]?: string | null }): AuditSearch {
  const cleaned = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value || undefined]))
  return { ...search, ...cleaned, page: undefined }
}

/** Whether any filter is set. */
export const isFiltered = ({ page: _, page_size: __, ...filters }: AuditSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const textIn = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value).slice(0, 100) : undefined

function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  // February 31st would become March 3rd.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}
