import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, use } from 'react'
import { retryFailedStyles } from './lost-styles.ts'
import { PageNotLoaded } from './page-error.ts'

/**
 * A page as its file has it. What it returns is not looked at: that may depend on the types of all routes, and these on the routes
 * for which this is called.
 */
type Page = () => void

/**
 * A page whose code is loaded when it is wanted, or when somebody points at a link to it. Where that fails, the page throws: the
 * panel for errors takes its place, and everything around it stays. The router's own way would load the whole address anew, and
 * offline there would then be nothing left of Sightline.
 * @param load imports the file of the page
 * @param name what the file calls the page
 */
export function lazyPage<Name extends string>(load: () => Promise<Readonly<Record<Name, Page>>>, name: Name): RouteComponent {
  let page: ComponentType | null = null
  let loading: Promise<void> | null = null
  let failure: PageNotLoaded | null = null

  /** Tries anew after a failure. It is told only when the page is to be shown, and stays until there is something better. */
  function preload(): Promise<void> {
    loading ??= retryFailedStyles()
      .then(load)
      .then(
        (file) => {
          page = file[name] as ComponentType
          // The router need not wait for it any more.
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
    // Does not return until there is a page, or a failure.
    use(loading ?? preload())
    return null
  }
  LazyPage.preload = preload
  return LazyPage
}
