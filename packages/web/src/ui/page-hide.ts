const flushers = new Set<() => void>()
const savers = new Set<() => void>()

/**
 * Actions for `pagehide`: the page is closed, reloaded or left for another site. All flushers run before all savers, which the order
 * of plain event listeners would not guarantee: an editor must hand over its last changes before they are saved.
 */
export const onPageHide = {
  /** Adds an action that hands over pending changes. @returns removes it */
  flush: (action: () => void) => add(flushers, action),
  /** Adds an action that saves changes. @returns removes it */
  save: (action: () => void) => add(savers, action),
}

function add(actions: Set<() => void>, action: () => void): () => void {
  if (flushers.size + savers.size === 0) window.addEventListener('pagehide', run)
  actions.add(action)
  return () => {
    actions.delete(action)
    if (flushers.size + savers.size === 0) window.removeEventListener('pagehide', run)
  }
}

function run(): void {
  for (const action of [...flushers, ...savers]) action()
}
