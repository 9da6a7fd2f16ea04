import { parseListSearch } from '@sightline/domain/list-state.ts'

/** What of the log is shown: kept in the address. */
export interface AuditSearch {
  page?: number
  page_size?: number
  /** A part of the name of whoever did it, or the id. */
  actor?: string
  /** An action, or what stands before its dot for all of that kind. */
  action?: string
  object_type?: string
  object_id?: string
  /** Days: YYYY-MM-DD. */
  from?: string
  to?: string
}

/** Reads the query of the address: what is not usable counts as not given. */
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

/** Another filter starts at the first page. '' and null clear one. */
export function withFilters(search: AuditSearch, filters: { [Name in keyof AuditSearch]?: string | null }): AuditSearch {
  const cleaned = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value || undefined]))
  return { ...search, ...cleaned, page: undefined }
}

/** Whether the address leaves anything out. */
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
