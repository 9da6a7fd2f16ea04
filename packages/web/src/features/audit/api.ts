import { api } from '@sightline/contract/api.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointUrl } from '../../api/url.ts'
import type { AuditSearch } from './search-params.ts'

/** A page of the audit log. For admins. */
export const auditQuery = ({ page, page_size, ...filters }: AuditSearch & { page: number; page_size: number }) =>
  queryOptions({
    queryKey: ['audit', { page, page_size, ...filters }],
    queryFn: ({ signal }) =>
      call(api.audit.list, { query: { ...filters, page: String(page), page_size: String(page_size) }, signal }),
    placeholderData: keepPreviousData,
  })

/** The URL to download all entries that match the filters. */
export const downloadUrl = ({ page: _, page_size: __, ...filters }: AuditSearch): string =>
  endpointUrl(api.audit.download, {}, filters)
