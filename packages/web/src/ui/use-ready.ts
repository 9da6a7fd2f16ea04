import { useDeferredValue } from 'react'

/**
 * Becomes true in a render that React divides into short steps. The answer of a call would otherwise render a page in one long task, in
 * which a phone neither paints nor answers.
 * @param isReady whether the data is there; if it is in the first render, the result is true at once
 */
export function useReady(isReady: boolean): boolean {
  return useDeferredValue(isReady) && isReady
}
