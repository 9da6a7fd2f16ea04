import { createContext, use } from 'react'
import type { BoardValues } from '../values/use-board-values.ts'
import type { Picks } from '../values/use-picks.ts'
import type { SharedFilters } from '../values/use-shared-filters.ts'

/** What the widgets of a page have in common. */
export interface Board {
  values: BoardValues
  /** null where each widget has its own. */
  filters: SharedFilters | null
  picks: Picks
  /** Whether widgets that are not in sight load too, for a picture of all. */
  loadsAll: boolean
}

export const BoardContext = createContext<Board | null>(null)

/** For the widgets, which are drawn anew only when something about them changes: they look here for what changes around them. */
export function useBoard(): Board {
  const board = use(BoardContext)
  if (board === null) throw new Error('A widget needs a dashboard around it.')
  return board
}
