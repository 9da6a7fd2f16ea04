/** How long the first key of two is remembered. */
const PAUSE_MS = 1000

/** The keys typed so far, and when the last of them was, in milliseconds. */
export interface KeySequence {
  keys: string
  at: number
}

/**
 * Follows keys that act alone (`/`) or one after the other (`g` then `q`).
 * @param actions by their keys in lower case; undefined for one that is not on offer
 * @returns what the key completes, and what is remembered for the next one
 */
export function followKeys<Action>(
  typed: KeySequence,
  key: string,
  at: number,
  actions: Record<string, Action | undefined>,
): { action: Action | undefined; state: KeySequence } {
  if (key.length !== 1) return { action: undefined, state: typed }
  const pressed = key.toLowerCase()
  const before = at - typed.at <= PAUSE_MS ? typed.keys : ''
  const action = actions[before + pressed] ?? actions[pressed]
  return { action, state: { keys: action === undefined ? pressed : '', at } }
}
