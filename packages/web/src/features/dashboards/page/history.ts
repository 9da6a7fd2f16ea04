import type { Places } from '../../../grid/place.ts'

/** Arrangements of one editing, of which the present one is the layout. */
export interface LayoutHistory {
  past: readonly Places[]
  future: readonly Places[]
}

/** Steps that can be taken back. */
const MOST_STEPS = 100

export const noHistory: LayoutHistory = { past: [], future: [] }

/** After something was arranged anew: what was taken back before cannot come again. @param before the arrangement until then */
export const arranged = ({ past }: LayoutHistory, before: Places): LayoutHistory => ({
  past: [...past, before].slice(-MOST_STEPS),
  future: [],
})

/** A step back. @returns null when there is none */
export function undone({ past, future }: LayoutHistory, present: Places): { history: LayoutHistory; places: Places } | null {
  const before = past.at(-1)
  if (before === undefined) return null
  return { history: { past: past.slice(0, -1), future: [present, ...future] }, places: placed(present, before) }
}

/** A step forth again. @returns null when there is none */
export function redone({ past, future }: LayoutHistory, present: Places): { history: LayoutHistory; places: Places } | null {
  const [next, ...later] = future
  if (next === undefined) return null
  return { history: { past: [...past, present], future: later }, places: placed(present, next) }
}

/** The widgets that there are now, at their places of then: those that have come since stay where they are. */
const placed = (present: Places, then: Places): Places =>
  new Map([...present].map(([id, place]) => [id, then.get(id) ?? place]))
