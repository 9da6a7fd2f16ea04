import { fileStem } from '@sightline/domain/file-stem.ts'
import { memoized } from '@sightline/domain/memoized.ts'

/** Names of queries whose stems are kept. */
const MAX_STEMS = 1000

const stemOf = memoized(
  (name: string) =>
    fileStem(name)
      .replace(/\s+/g, '_')
      .replace(/^_+|_+$/g, ''),
  MAX_STEMS,
)

/**
 * The name of a downloaded file, as Redash builds it: name and day.
 * @param id names the file if `name` is empty
 * @param type file extension, such as `csv`
 */
export function fileName(name: string, id: number, day: Date, type: string): string {
  const date = day.toISOString().slice(0, 10).replaceAll('-', '_')
  return `${stemOf(name) || id}_${date}.${type}`
}

/**
 * The header that makes a browser save the response under this name (RFC 6266): characters beyond ASCII are reduced to their
 * base letter in `filename` and kept in `filename*`.
 */
export function contentDisposition(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `attachment; filename="${name}"`
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
