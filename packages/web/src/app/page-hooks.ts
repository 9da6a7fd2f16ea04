import { useDocumentTitle } from '@mantine/hooks'
import { isolated } from '@sightline/domain/language/isolated.ts'
import { useEffect } from 'react'
import { pageLanguage } from '../language/i18n.ts'

const SUFFIX = ' · Sightline'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useDocumentTitle(title === '' ? 'Sightline' : isolated(title, pageLanguage) + SUFFIX)
}

/** The title of the page that is open, without the name of the product; that of the start page is the name. */
export const pageTitle = (): string =>
  document.title.endsWith(SUFFIX) ? document.title.slice(0, -SUFFIX.length) : document.title

/** Marks pages that fill the window: the page itself does not scroll, and overscroll does not navigate. */
const CLASS = 'fixed-layout'

/** Marks the document as filling the window while the component is mounted. */
export function useFixedLayout(): void {
  useEffect(() => {
    document.body.classList.add(CLASS)
    return () => document.body.classList.remove(CLASS)
  }, [])
}
