import { plural, t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { requestHeaders } from '../../api/call.ts'
import { ApiError, toApiError, UNREACHABLE } from '../../api/error.ts'
import { endpointUrl } from '../../api/url.ts'
import type { UploadedFile } from '../../ui/dynamic-form/field.ts'

/** An uploaded file in the options of a data source. */
interface StoredUpload {
  /** Id of the upload. */
  upload: string
  name: string
  size: number
  tables: Upload['tables']
}

/**
 * Uploads one file. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @param onProgress receives the uploaded share, 0 to 1
 */
export function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(api.dataSources.upload.method, endpointUrl(api.dataSources.upload, {}, { name: file.name }))
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const body: unknown = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && isUpload(body)) resolve(shown(stored(body)))
      else reject(toApiError(request.status, body))
    }
    request.onerror = () => reject(new ApiError(0, null, UNREACHABLE, null))
    request.onabort = () => reject(new DOMException(t`Upload canceled.`, 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** The uploaded files in the options of a data source. */
export function storedUploads(value: unknown): UploadedFile[] {
  return Array.isArray(value) ? value.filter(isStored).map(shown) : []
}

const stored = ({ id, name, size, tables }: Upload): StoredUpload => ({ upload: id, name, size, tables })

const shown = (value: StoredUpload): UploadedFile => ({
  id: value.upload,
  name: value.name,
  size: typeof value.size === 'number' ? value.size : null,
  summary: summaryOf(value.tables ?? []),
  value,
})

/** Such as `flights: 48,210 rows` or `3 tables, 1,204 rows`. */
function summaryOf(tables: Upload['tables']): string {
  const [first] = tables
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const counted = plural(rows, { one: '# row', other: '# rows' })
  if (first === undefined) return ''
  return tables.length === 1 ? `${first.name}: ${counted}` : t`${tables.length} tables, ${counted}`
}

const isUpload = (body: unknown): body is Upload =>
  typeof body === 'object' && body !== null && 'id' in body && 'tables' in body

const isStored = (value: unknown): value is StoredUpload =>
  typeof value === 'object' && value !== null && 'upload' in value && typeof value.upload === 'string' && 'name' in value

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
