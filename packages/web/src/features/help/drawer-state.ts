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
