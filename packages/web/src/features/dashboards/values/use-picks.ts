import { useCallback, useMemo, useState } from 'react'
import { type Pick, toggledPick } from './picks.ts'

/** The marks by which a dashboard is filtered. */
export interface Picks {
  chosen: readonly Pick[]
  toggle(clicked: Pick): void
}

export function usePicks(): Picks {
  const [chosen, setChosen] = useState<readonly Pick[]>([])
  const toggle = useCallback<Picks['toggle']>((clicked) => setChosen((now) => toggledPick(now, clicked)), [])
  return useMemo(() => ({ chosen, toggle }), [chosen, toggle])
}
