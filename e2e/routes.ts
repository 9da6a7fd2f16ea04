import type { Browser, Page } from '@playwright/test'

/**
 * Makes `page.route` of all pages that the browser opens from now on wait until it applies. By itself it returns when Chromium has
 * asked the page to send its requests through the route, and a key that is pressed then may arrive in the page before that.
 */
export function awaitRoutes(browser: Browser): void {
  // Playwright reports a context that is used again twice.
  const known = new WeakSet<Page>()
  browser.on('context', (context) =>
    context.on('page', (page) => {
      if (known.has(page)) return
      known.add(page)
      awaitRoutesOf(page)
    }),
  )
}

function awaitRoutesOf(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...given) => {
    const added = await route(...given)
    // The page evaluates this after all earlier messages of Chromium. A document that is replaced meanwhile begins with the route.
    await page.evaluate(() => undefined).catch(() => undefined)
    return added
  }
}
