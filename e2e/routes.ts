import type { Browser, Page } from '@playwright/test'
import { onEachPage } from './pages.ts'

/** No page of the product has this path. */
const PROBE = '/is-routed'

/**
 * Makes `page.route` of all pages that the browser opens from now on wait until it applies. By itself it returns when Chromium has
 * asked the page to send its requests through the route, and a key that is pressed then may arrive in the page before that.
 */
export const awaitRoutes = (browser: Browser): void => onEachPage(browser, awaitRoutesOf)

function awaitRoutesOf(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...given) => {
    const added = await route(...given)
    // A document that is loaded later begins with the route.
    if (!page.url().startsWith('http')) return added
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }))
    while (!(await isRouted(page)));
    await page.unroute(`**${PROBE}`)
    return added
  }
}

/** Whether the requests of a page pass its routes; so will those of the next document, if this one is being replaced. */
const isRouted = (page: Page): Promise<boolean> =>
  page
    .evaluate(
      (path) =>
        fetch(path).then(
          ({ status }) => status === 204,
          () => true,
        ),
      PROBE,
    )
    .catch(() => true)
