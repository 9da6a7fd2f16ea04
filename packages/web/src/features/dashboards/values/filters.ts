import type { Cell } from '@sightline/contract/results.ts'
import {
  asShared,
  type Chosen,
  type Filter,
  missingFilters,
  sharedFilters,
  withChosen,
} from '@sightline/domain/filters/filters.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'

/** The filters that a dashboard shows once for all its widgets. */
export interface SharedFilters {
  /** The filters of all results that have been loaded so far, with the chosen values. */
  shown: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** Sets the filters of a widget's result; none once the widget is removed. */
  report(widgetId: number, filters: readonly Filter[]): void
}

/** @returns null unless filters are shared: then each widget has its own */
export function useSharedFilters(isEnabled: boolean): SharedFilters | null {
  const [reported, setReported] = useState<ReadonlyMap<number, readonly Filter[]>>(new Map())
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const report = useCallback<SharedFilters['report']>((id, filters) => {
    setReported((now) => (filters.length === 0 && !now.has(id) ? now : new Map(now).set(id, filters)))
  }, [])
  const choose = useCallback<SharedFilters['choose']>(
    (name, current) => setChosen((now) => new Map(now).set(name, current)),
    [],
  )
  return useMemo(
    () => (isEnabled ? { shown: withChosen(sharedFilters([...reported.values()]), chosen), choose, report } : null),
    [isEnabled, reported, chosen, choose, report],
  )
}

/** The filters of one widget. */
export interface WidgetFilters {
  /** The filters that are shown in the widget itself. */
  own: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** The filters that its rows have to pass. */
  applied: readonly Filter[]
  /** The filters of the dashboard that do not filter its rows. */
  missing: readonly string[]
}

const none: readonly Filter[] = []

/**
 * @param declared the filters of the widget's result with their initial values. Pass the same array while they do not change.
 * @param shared the dashboard's filters; null if each widget has its own
 */
export function useWidgetFilters(
  widgetId: number,
  declared: readonly Filter[],
  shared: Pick<SharedFilters, 'shown' | 'report'> | null,
): WidgetFilters {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const report = shared?.report
  useEffect(() => {
    report?.(widgetId, declared)
    return () => report?.(widgetId, none)
  }, [report, widgetId, declared])
  const inWidget = useMemo(() => withChosen(declared, chosen), [declared, chosen])
  const shown = shared?.shown
  const applied = useMemo(() => (shown === undefined ? inWidget : asShared(declared, shown)), [shown, inWidget, declared])
  const missing = useMemo(() => (shown === undefined ? [] : missingFilters(declared, shown)), [shown, declared])
  return {
    own: shared === null ? inWidget : none,
    choose: (name, current) => setChosen((now) => new Map(now).set(name, current)),
    applied,
    missing,
  }
}
