import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { pageTitle } from '../page-hooks.ts'

/** Milliseconds after a page is rendered in which it may take the focus itself. */
const OWN_FOCUS_MS = 150

/**
 * Follows page changes within the app: if the element with the focus has gone with the old page, the focus moves to the content,
 * as after loading a document.
 * @returns the title of the page that has been opened, to be announced; empty before the first change
 */
export function usePageArrival(main: RefObject<HTMLElement | null>): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
        setTitle(pageTitle())
      }, OWN_FOCUS_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [router, main])
  return title
}
