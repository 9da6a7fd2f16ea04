import type { HelpTopic } from '../../app/help/help-topics.ts'

/** How long after it was asked for the drawer opens, milliseconds. */
export const OPEN_DELAY_MS = 300
/** A page that has not loaded by then will not, milliseconds. */
export const LOAD_LIMIT_MS = 20_000

export type DrawerState =
  | { status: 'closed' }
  /** Open, and the page is on its way. */
  | { status: 'loading'; topic: HelpTopic }
  | { status: 'loaded'; topic: HelpTopic }
  /** The page has not come. */
  | { status: 'error'; topic: HelpTopic }

export const CLOSED: DrawerState = { status: 'closed' }

/**
 * What happens with the drawer of the help, apart from how it looks.
 * @param tell is told each new state
 */
export function createDrawer(tell: (state: DrawerState) => void) {
  let state = CLOSED
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(next: DrawerState) {
    clearTimeout(timer)
    state = next
    tell(next)
  }

  function load(topic: HelpTopic) {
    go({ status: 'loading', topic })
    timer = setTimeout(() => go({ status: 'error', topic }), LOAD_LIMIT_MS)
  }

  return {
    /** Opens it after a moment; where it is open already, it shows the other page at once. */
    open(topic: HelpTopic) {
      if (state.status !== 'closed') return load(topic)
      clearTimeout(timer)
      timer = setTimeout(() => load(topic), OPEN_DELAY_MS)
    },
    /** The page has come. */
    loaded() {
      if (state.status === 'loading') go({ status: 'loaded', topic: state.topic })
    },
    close: () => go(CLOSED),
  }
}

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
