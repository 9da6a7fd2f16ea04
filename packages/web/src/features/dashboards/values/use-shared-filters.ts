import type { Cell } from '@sightline/contract/results.ts'
import { type Chosen, type Filter, sharedFilters, withChosen } from '@sightline/domain/filters/filters.ts'
import { useCallback, useMemo, useState } from 'react'

/** The filters that a dashboard has for all its widgets. */
export interface SharedFilters {
  /** As all results that have come so far ask for them, with what was chosen. */
  shown: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** Told which filters the result of a widget asks for; none once the widget has gone. */
  tell(widgetId: number, filters: readonly Filter[]): void
}

/** @param isEnabled whether the dashboard shows filters for all widgets; else each widget has its own, and this is null */
export function useSharedFilters(isEnabled: boolean): SharedFilters | null {
  const [told, setTold] = useState<ReadonlyMap<number, readonly Filter[]>>(new Map())
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const tell = useCallback<SharedFilters['tell']>((id, filters) => {
    setTold((now) => (filters.length === 0 && !now.has(id) ? now : new Map(now).set(id, filters)))
  }, [])
  const choose = useCallback<SharedFilters['choose']>(
    (name, current) => setChosen((now) => new Map(now).set(name, current)),
    [],
  )
  return useMemo(
    () => (isEnabled ? { shown: withChosen(sharedFilters([...told.values()]), chosen), choose, tell } : null),
    [isEnabled, told, chosen, choose, tell],
  )
}
