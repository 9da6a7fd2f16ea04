import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, use } from 'react'
import { PageNotLoaded } from './PageError.tsx'

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

/** Style sheets of parts of the page that could not be had. */
const lost = new Set<HTMLLinkElement>()

/**
 * Notes style sheets that cannot be loaded, and asks for them again once there is a connection. What loads parts of the page asks
 * for each one only once, and a part that is tried again would stand there without its looks.
 */
export function retryFailedStylesWhenOnline(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
    },
    // Such a failure is told to the link itself, and to the window only on the way there.
    { capture: true },
  )
  window.addEventListener('online', () => void retryFailedStyles())
}

/**
 * Asks again for what was lost.
 * @returns when all of it was answered; what still cannot be had is no reason to withhold a page, which may not even need it
 */
export async function retryFailedStyles(): Promise<void> {
  const asked = [...lost].map(askAgain)
  lost.clear()
  await Promise.all(asked)
}

function askAgain(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link')
  again.rel = link.rel
  again.crossOrigin = link.crossOrigin
  again.href = link.href
  return new Promise((resolve) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => resolve())
    link.replaceWith(again)
  })
}
