import { createContext, use } from 'react'
import type { Direction } from './arrange.ts'

/** Changes the place of one item by a step, as the arrow keys do. */
export interface GridMoves {
  move(direction: Direction): void
  resize(direction: Direction): void
}

/** The moves of the item around a component; null if it cannot be moved. */
export const GridMovesContext = createContext<GridMoves | null>(null)

export const useGridMoves = (): GridMoves | null => use(GridMovesContext)
