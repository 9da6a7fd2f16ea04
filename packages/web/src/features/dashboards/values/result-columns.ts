import type { ResultColumn } from '@sightline/domain/filters/cross-filters.ts'

/**
 * The columns of the results that the widgets of a page show. They are outside of React's state, because each result that arrives
 * would render all widgets again, and only the chips of cross-filters read them.
 */
export interface ResultColumns {
  /** @param columns undefined once the widget has no result */
  report(widgetId: number, columns: readonly ResultColumn[] | undefined): void
  /** By widget. A new map after each change. */
  current(): ReadonlyMap<number, readonly ResultColumn[]>
  /** @returns ends the subscription */
  subscribe(onChange: () => void): () => void
}

export function createResultColumns(): ResultColumns {
  let columns: ReadonlyMap<number, readonly ResultColumn[]> = new Map()
  const listeners = new Set<() => void>()
  return {
    report(widgetId, reported) {
      if (columns.get(widgetId) === reported) return
      const next = new Map(columns)
      if (reported === undefined) next.delete(widgetId)
      else next.set(widgetId, reported)
      columns = next
      for (const listener of listeners) listener()
    },
    current: () => columns,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
