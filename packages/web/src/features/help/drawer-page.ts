import type { HelpTopic } from '../../app/help/help-topics.ts'

/** What a page of the documentation tells about itself: where it is now. */
export interface PageMessage {
  type: 'iframe_url'
  message: string
}

/**
 * Where a page of the documentation is.
 * @param base of a documentation elsewhere, with a trailing slash; null for the one that comes with the product
 * @param own path of the own documentation, with a trailing slash
 */
export const topicUrl = (topic: HelpTopic, base: string | null, own: string): string => `${base ?? own}${topic}`

/**
 * Reads a message that has come to the page.
 * @param address of the documentation; absolute
 * @returns where the documentation is now; null for messages of others, of another kind, or that lead out of it
 */
export function pageInMessage({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, address: string): string | null {
  const documentation = new URL(address).origin
  if (origin !== documentation || !isPageMessage(data)) return null
  return URL.parse(data.message)?.origin === documentation ? data.message : null
}

const isPageMessage = (data: unknown): data is PageMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'iframe_url' &&
  'message' in data &&
  typeof data.message === 'string'
