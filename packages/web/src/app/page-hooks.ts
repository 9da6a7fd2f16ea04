import { useDocumentTitle } from '@mantine/hooks'
import { useEffect } from 'react'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useDocumentTitle(title === '' ? 'Sightline' : `${title} · Sightline`)
}

/** Marks pages that fill the window: the page itself does not scroll, and overscroll does not navigate. */
const CLASS = 'fixed-layout'

/** Marks the document as filling the window while the component is mounted. */
export function useFixedLayout(): void {
  useEffect(() => {
    document.body.classList.add(CLASS)
    return () => document.body.classList.remove(CLASS)
  }, [])
}
