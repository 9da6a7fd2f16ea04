import { useDocumentTitle } from '@mantine/hooks'
import { useEffect } from 'react'

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useDocumentTitle(title === '' ? 'Sightline' : `${title} · Sightline`)
}

/** Names the pages that fill the window: on them nothing scrolls but what is in them, and no gesture leads away by accident. */
const CLASS = 'fixed-layout'

/** Marks the document as one of a page that fills the window, as long as that page is open. */
export function useFixedLayout(): void {
  useEffect(() => {
    document.body.classList.add(CLASS)
    return () => document.body.classList.remove(CLASS)
  }, [])
}
