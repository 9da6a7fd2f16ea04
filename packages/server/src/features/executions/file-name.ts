/**
 * The name of a downloaded result, as the wire spells it: name and day of the result.
 * @param name of the query; its id, or the result's, where it has none
 * @param type the ending, such as `csv`
 */
export function fileName(name: string, id: number, retrievedAt: Date, type: string): string {
  const day = retrievedAt.toISOString().slice(0, 10).replaceAll('-', '_')
  const stem = name
    .replace(/\p{Cc}/gu, '')
    .replace(/[<>:"\\/|?*]+/g, ' ')
    .replace(/\s+/g, '_')
    .replace(/^_+|_+$/g, '')
  return `${stem || id}_${day}.${type}`
}

/**
 * The header that makes a browser save an answer under this name (RFC 6266): letters beyond ASCII are folded to their base
 * letter in `filename`, and kept in `filename*`.
 */
export function contentDisposition(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `attachment; filename="${name}"`
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
