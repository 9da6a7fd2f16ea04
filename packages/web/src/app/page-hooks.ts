import { useDocumentTitle } from '@mantine/hooks'
import { isolated } from '@sightline/domain/language/isolated.ts'
import { useEffect } from 'react'
import { pageLanguage } from '../language/i18n.ts'
import { useSiteName } from './site-name.ts'

/** Between the title of a page and the name of the installation. */
const SEPARATOR = ' · '

/** Sets the title of the browser tab. @param title '' for the start page */
export function usePageTitle(title: string): void {
  const name = useSiteName()
  useDocumentTitle(title === '' ? name : isolated(title, pageLanguage) + SEPARATOR + name)
}

/** The title of the page that is open, without the name of the installation; that of the start page is the name. */
export function pageTitle(name: string): string {
  const suffix = SEPARATOR + name
  return document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : document.title
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
