import type { BrowserContext, Page } from '@playwright/test'

/** The part of Playwright's internal objects that is used here. */
interface WithInside {
  _connection?: { toImpl?(context: BrowserContext): { clearCache?(): Promise<void> } }
}

/**
 * Keeps the browser's cache when the context is used again, as a person's browser does. Playwright empties it between two
 * journeys, so each one loads and compiles all 80 files of a page again, and there is no option that prevents it.
 * @throws Error if this version of Playwright empties the cache in another way
 */
export function keepCache(context: BrowserContext): void {
  const inside = (context as unknown as WithInside)._connection?.toImpl?.(context)
  if (inside?.clearCache === undefined) throw new Error('Playwright has changed how it empties the cache of a context.')
  inside.clearCache = async () => {}
}

/** Empties the browser's cache, for a journey in which files must not be there yet: earlier journeys may have loaded them. */
export async function emptyCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}
