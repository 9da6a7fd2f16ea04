import type { HelpTopic } from '../../app/help/help-topics.ts'

/** Delay before the drawer opens, milliseconds. */
const OPEN_DELAY_MS = 300
/** A page that has not loaded by then counts as failed, milliseconds. */
const LOAD_TIMEOUT_MS = 20_000

export type DrawerState =
  | { status: 'closed' }
  /** Open, and the page is loading. */
  | { status: 'loading'; topic: HelpTopic }
  | { status: 'loaded'; topic: HelpTopic }
  /** The page could not be loaded. */
  | { status: 'error'; topic: HelpTopic }

export const CLOSED: DrawerState = { status: 'closed' }

/**
 * The state machine of the help drawer.
 * @param onChange gets each new state
 */
export function createDrawer(onChange: (state: DrawerState) => void) {
  let state = CLOSED
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(next: DrawerState) {
    clearTimeout(timer)
    state = next
    onChange(next)
  }

  function load(topic: HelpTopic) {
    go({ status: 'loading', topic })
    timer = setTimeout(() => go({ status: 'error', topic }), LOAD_TIMEOUT_MS)
  }

  return {
    /** Opens the drawer after the delay; if it is open already, it shows the new topic at once. */
    open(topic: HelpTopic) {
      if (state.status !== 'closed') return load(topic)
      clearTimeout(timer)
      timer = setTimeout(() => load(topic), OPEN_DELAY_MS)
    },
    /** Called when the page has loaded. */
    loaded() {
      if (state.status === 'loading') go({ status: 'loaded', topic: state.topic })
    },
    close: () => go(CLOSED),
  }
}

/** The message by which a page of the documentation reports its URL to the drawer. */
export interface PageMessage {
  type: 'iframe_url'
  message: string
}

/**
 * The URL of a page of the documentation.
 * @param base base URL of an external documentation, with a trailing slash; null for the bundled one
 * @param own path of the bundled documentation, with a trailing slash
 */
export const topicUrl = (topic: HelpTopic, base: string | null, own: string): string => `${base ?? own}${topic}`

/**
 * Reads a message event.
 * @param url absolute URL of the documentation
 * @returns the URL reported by the documentation; null for messages from other origins, of another kind, or with a URL outside of it
 */
export function pageInMessage({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, url: string): string | null {
  const documentation = new URL(url).origin
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
