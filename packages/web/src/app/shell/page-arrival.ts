import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { pageTitle } from '../page-hooks.ts'
import { useSiteName } from '../site-name.ts'

/** Milliseconds after a page is rendered, or its title has changed, in which it may take the focus itself or change the title again. */
const SETTLED_MS = 150

/**
 * Follows page changes within the app: if the element with the focus has gone with the old page, the focus moves to the content,
 * as after loading a document.
 * @returns the title of the page that has been opened, to be announced; empty before the first change
 */
export function usePageArrival(main: RefObject<HTMLElement | null>): string {
  const router = useRouter()
  const name = useSiteName()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasMoved = false
    const arrive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
        setTitle(pageTitle(name))
      }, SETTLED_MS)
    }
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return
      hasMoved = true
      arrive()
    })
    // The name of a record comes with its data, which may be later.
    const observer = new MutationObserver(() => {
      if (hasMoved) arrive()
    })
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      stop()
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [router, main, name])
  return title
}
