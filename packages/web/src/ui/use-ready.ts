import { useDeferredValue } from 'react'

/**
 * Becomes true in a render that React divides into short steps. The answer of a call would otherwise render a page in one long task, in
 * which a phone neither paints nor answers.
 * @param isReady whether the data is there
 * @param initial the result of the first render; false if that has to be divided as well, although the data is there
 */
export function useReady(isReady: boolean, initial = isReady): boolean {
  return useDeferredValue(isReady, initial) && isReady
}
