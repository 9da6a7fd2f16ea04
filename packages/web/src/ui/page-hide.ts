const handing = new Set<() => void>()
const keeping = new Set<() => void>()

/**
 * The end of the page, be it closed, loaded again or left for another site. Listeners of the window are called in the order in which
 * they came, so that who keeps a text might do so before its editor has handed over the last of it: here all hand over first.
 */
export const onPageHide = {
  /** Has somebody hand over what others keep. @returns ends it */
  hand: (action: () => void) => enter(handing, action),
  /** Has somebody keep what is at hand. @returns ends it */
  keep: (action: () => void) => enter(keeping, action),
}

function enter(actions: Set<() => void>, action: () => void): () => void {
  if (handing.size + keeping.size === 0) window.addEventListener('pagehide', end)
  actions.add(action)
  return () => {
    actions.delete(action)
    if (handing.size + keeping.size === 0) window.removeEventListener('pagehide', end)
  }
}

function end(): void {
  for (const action of [...handing, ...keeping]) action()
}
