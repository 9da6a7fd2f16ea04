import type { HttpExchange } from '../../platform/http/app.ts'

/**
 * For answers about one result. They never change, but the right to read them can end: so browsers keep them, and ask each time
 * whether they still may show them, which costs an answer without a body.
 */
export const REVALIDATED = 'private, no-cache'

/**
 * Answers 304 when the caller has this very answer already. Tags are weak: an answer is the same however it is compressed.
 * @param tag such as `W/"12.csv"`
 */
export function notModified({ headers, status }: Pick<HttpExchange, 'headers' | 'status'>, tag: string): boolean {
  const known = [headers['if-none-match'] ?? []].flat().flatMap((line) => line.split(','))
  const isKnown = known.some((one) => one.trim() === '*' || opaque(one.trim()) === opaque(tag))
  if (isKnown) status(304)
  return isKnown
}

const opaque = (tag: string) => tag.replace(/^W\//, '')
