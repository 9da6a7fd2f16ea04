import { type Browser, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** The texts of the toasts that the page has shown and no test has asked for yet. */
    shownToasts?: string[]
  }
}

/** Records the toasts of all pages that the browser opens from now on. */
export function recordToasts(browser: Browser): void {
  browser.on('context', (context) => void context.addInitScript(recordShown))
}

/** Runs in the page. A toast that replaces another one may reuse its element, so texts are recorded, not elements. */
function recordShown(): void {
  const shown: string[] = []
  const texts = new WeakMap<Element, string>()
  window.shownToasts = shown
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-toast]')) {
      const text = toast.textContent ?? ''
      if (texts.get(toast) === text) continue
      texts.set(toast, text)
      shown.push(text)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * Expects a toast that no earlier call has found. Toasts that have closed count as well, because they close after three seconds
 * and a busy machine may look later.
 * @param texts the toast contains all of them
 */
export async function expectToast(page: Page, ...texts: string[]): Promise<void> {
  const take = () =>
    page.evaluate((wanted) => {
      const shown = window.shownToasts ?? []
      const at = shown.findIndex((toast) => wanted.every((text) => toast.includes(text)))
      if (at !== -1) shown.splice(at, 1)
      return at === -1 ? shown : 'found'
    }, texts)
  await expect.poll(take, { message: `toast “${texts.join('” “')}”` }).toBe('found')
}
