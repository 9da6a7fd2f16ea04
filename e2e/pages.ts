import type { Browser, Page } from '@playwright/test'

/** Calls a function with each page that the browser opens from now on, or uses again, before a journey gets it. */
export function onEachPage(browser: Browser, prepare: (page: Page) => void): void {
  // Playwright reports a context that is used again twice.
  const known = new WeakSet<Page>()
  const once = (page: Page) => {
    if (known.has(page)) return
    known.add(page)
    prepare(page)
  }
  browser.on('context', (context) => {
    // One that is used again has a page already.
    for (const page of context.pages()) once(page)
    context.on('page', once)
  })
}
