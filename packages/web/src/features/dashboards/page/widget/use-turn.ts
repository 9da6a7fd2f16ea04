import { startTransition, useLayoutEffect, useState } from 'react'
import { makeFirstAlone } from './first-alone.ts'

const firstAlone = makeFirstAlone((next) => void requestAnimationFrame(next))

/**
 * Whether a widget may put its drawing on the page. Thirty at once show nothing before the last of them is measured: the first one
 * comes alone, and the others follow in the time between two frames.
 * @param isReady whether there is something to draw
 */
export function useTurn(isReady: boolean): boolean {
  const [hasCome, setHasCome] = useState(false)
  useLayoutEffect(() => {
    if (!isReady || hasCome) return
    return firstAlone.ask((isFirst) => {
      if (isFirst) setHasCome(true)
      else startTransition(() => setHasCome(true))
    })
  }, [isReady, hasCome])
  return hasCome
}
