import type { Cell } from '@sightline/contract/results.ts'
import { asShared, type Chosen, type Filter, withChosen } from '@sightline/domain/filters/filters.ts'
import { useEffect, useMemo, useState } from 'react'
import type { SharedFilters } from './use-shared-filters.ts'

/** The filters of one widget. */
export interface WidgetFilters {
  /** Those that are shown in the widget itself. */
  own: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** What its rows have to pass. */
  applied: readonly Filter[]
}

const none: readonly Filter[] = []

/**
 * @param asked the filters that its result asks for, as they are at first. Keep the same array as long as they are the same.
 * @param shared the dashboard's; null where each widget has its own
 */
export function useWidgetFilters(
  widgetId: number,
  asked: readonly Filter[],
  shared: Pick<SharedFilters, 'shown' | 'tell'> | null,
): WidgetFilters {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const tell = shared?.tell
  useEffect(() => {
    tell?.(widgetId, asked)
    return () => tell?.(widgetId, none)
  }, [tell, widgetId, asked])

  const inWidget = useMemo(() => withChosen(asked, chosen), [asked, chosen])
  const shown = shared?.shown
  const applied = useMemo(() => (shown === undefined ? inWidget : asShared(asked, shown)), [shown, inWidget, asked])
  return {
    own: shared === null ? inWidget : none,
    choose: (name, current) => setChosen((now) => new Map(now).set(name, current)),
    applied,
  }
}
