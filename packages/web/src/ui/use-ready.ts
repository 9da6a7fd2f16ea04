import { useDeferredValue } from 'react'

/**
 * Becomes true in a render that React divides into short steps. The answer of a call would otherwise render a page in one long task, in
 * which a phone neither paints nor answers.
 * @param isReady whether the data is there
 * @param isShownAtOnce the result of the first render, by default that of a page whose data is there already. False divides that one too
 */
export function useReady(isReady: boolean, isShownAtOnce = isReady): boolean {
  return useDeferredValue(isReady, isShownAtOnce) && isReady
}
