import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, use } from 'react'
import { onReconnect } from '../ui/reconnect.ts'
import { PageNotLoaded } from './PageError.tsx'

/**
 * A page component. Its return type is void, because its inferred type may depend on the types of all routes, which depend on this.
 */
type Page = () => void

/**
 * A page whose code is loaded on demand, or when the user points at a link to it. If that fails, the page throws, so that the error
 * panel replaces the page and the shell stays. The router's own lazyRouteComponent would reload the whole document, which leaves
 * nothing of Sightline when offline.
 * @param load imports the module of the page
 * @param name name of the export
 */
export function lazyPage<Name extends string>(load: () => Promise<Readonly<Record<Name, Page>>>, name: Name): RouteComponent {
  let page: ComponentType | null = null
  let loading: Promise<void> | null = null
  let failure: PageNotLoaded | null = null

  /** Retries after a failure. The last failure stays until a retry succeeds, and is thrown only when the page is rendered. */
  function preload(): Promise<void> {
    loading ??= retryFailedStyles()
      .then(load)
      .then(
        (file) => {
          page = file[name] as ComponentType
          // Once loaded, the router need not wait for the preload.
          LazyPage.preload = undefined
        },
        (cause) => {
          failure = new PageNotLoaded({ cause })
        },
      )
      .finally(() => {
        loading = null
      })
    return loading
  }

  const LazyPage: RouteComponent = () => {
    if (page !== null) return createElement(page)
    if (failure !== null) throw failure
    // Suspends until the page is loaded or has failed.
    use(loading ?? preload())
    return null
  }
  LazyPage.preload = preload
  return LazyPage
}

/** Style sheets that failed to load. */
const failedStyles = new Set<HTMLLinkElement>()

/**
 * Collects style sheets that fail to load, and retries them when the browser is online again. Vite requests each style sheet only
 * once, so a page that is retried would otherwise have no styles.
 */
export function retryFailedStylesWhenOnline(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
    },
    // These error events do not bubble, so the window gets them in the capture phase only.
    { capture: true },
  )
  onReconnect(() => void retryFailedStyles())
}

/**
 * Retries failed style sheets.
 * @returns resolves when all have loaded or failed; a style sheet that fails again does not block the page, which may not need it
 */
async function retryFailedStyles(): Promise<void> {
  const retries = [...failedStyles].map(reloadStyle)
  failedStyles.clear()
  await Promise.all(retries)
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const copy = document.createElement('link')
  copy.rel = link.rel
  copy.crossOrigin = link.crossOrigin
  copy.href = link.href
  return new Promise((resolve) => {
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => resolve())
    link.replaceWith(copy)
  })
}
