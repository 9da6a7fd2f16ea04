import type { Filter } from '@sightline/domain/filters/filters.ts'

/** The filters that each widget shows in itself. They are outside of React's state, because only an export reads them. */
export interface OwnFilters {
  report(widgetId: number, filters: readonly Filter[]): void
  current(): ReadonlyMap<number, readonly Filter[]>
}

export function createOwnFilters(): OwnFilters {
  const filters = new Map<number, readonly Filter[]>()
  return { report: (id, shown) => void filters.set(id, shown), current: () => filters }
}
